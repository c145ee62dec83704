// conformance: IO-7.8.7-U1 IO-7.8.3-U2
// threads: 1 3
// status: nonzero
// expect-nothing
// stderr: while an asynchronous operation on it is outstanding
#include "scratch.h"
#include <upc_io.h>

int main(void)
{
    char name[SCRATCH_MAX];
    scratch_name(name);
    upc_file_t *f = upc_all_fopen(
        name, UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_TRUNC | UPC_DELETE_ON_CLOSE, 0, NULL);
    char c = 'c';
    unlink(name);
    upc_all_fwrite_local_async(f, &c, 1, 1, 0);
    upc_all_fread_local_async(f, &c, 1, 1, 0);
    return 0;
}
