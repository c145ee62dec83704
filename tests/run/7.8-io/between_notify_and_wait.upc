// conformance: IO-7.8-U1
// threads: 1 3
// status: nonzero
// expect-nothing
// stderr: called between upc_notify and upc_wait
#include "scratch.h"
#include <upc_io.h>

int main(void)
{
    char name[SCRATCH_MAX];
    scratch_name(name);
    upc_notify;
    upc_all_fopen(name, UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_TRUNC | UPC_DELETE_ON_CLOSE,
                  0, NULL);
    upc_wait;
    return 0;
}
