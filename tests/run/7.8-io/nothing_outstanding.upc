// conformance: IO-7.8.7.9-U1
// threads: 1 3
// status: nonzero
// expect-nothing
// stderr: without an asynchronous operation outstanding
#include "scratch.h"
#include <upc_io.h>

int main(void)
{
    char name[SCRATCH_MAX];
    scratch_name(name);
    upc_file_t *f = upc_all_fopen(
        name, UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_TRUNC | UPC_DELETE_ON_CLOSE, 0, NULL);
    unlink(name);
    upc_all_fwait_async(f);
    return 0;
}
