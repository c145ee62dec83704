// conformance: IO-7.8.4.2-S2
// More than fits the buffers of the library, in blocks that cut them anywhere.
#include "scratch.h"
#include <upc_io.h>

#define BLOCK 1001
enum { COUNT = 100000 };
static shared [BLOCK] unsigned short x[BLOCK * 100 * THREADS], y[BLOCK * 100 * THREADS];

int main(void)
{
    char name[SCRATCH_MAX];
    scratch_name(name);
    upc_file_t *f = upc_all_fopen(
        name, UPC_RDWR | UPC_COMMON_FP | UPC_CREATE | UPC_TRUNC | UPC_DELETE_ON_CLOSE, 0, NULL);
    CHECK(f != NULL);
    upc_forall (int i = 0; i < COUNT; i++; &x[i])
        x[i] = i * 7;
    CHECK_EQ(upc_all_fwrite_shared(f, x, BLOCK, sizeof *x, COUNT, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC),
             COUNT * sizeof *x);
    CHECK_EQ(upc_all_fseek(f, 0, UPC_SEEK_SET), 0);
    CHECK_EQ(upc_all_fsync(f), 0);
    CHECK_EQ(upc_all_fread_shared(f, y, BLOCK, sizeof *y, COUNT, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC),
             COUNT * sizeof *y);
    upc_forall (int i = 0; i < COUNT; i++; &y[i])
        CHECK_EQ(y[i], (unsigned short)(i * 7));
    CHECK_EQ(upc_all_fclose(f), 0);
    check_done();
    return 0;
}
