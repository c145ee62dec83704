// conformance: IO-7.8-S2
// A file open when the program ends is closed, as its flags say.
// status: 3
// expect-nothing
#include "scratch.h"
#include <upc_io.h>

int main(void)
{
    char name[SCRATCH_MAX];
    scratch_name(name);
    upc_file_t *f = upc_all_fopen(
        name, UPC_WRONLY | UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_TRUNC | UPC_DELETE_ON_CLOSE, 0,
        NULL);
    CHECK(f != NULL);
    if (MYTHREAD == THREADS - 1)
        return 3;
    return 0;
}
