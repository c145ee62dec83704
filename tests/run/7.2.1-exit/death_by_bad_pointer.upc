// conformance: ENV-5.1.2.2-S1
// threads: 2 3
// status: nonzero
// stderr: (?i)thread 1
// stderr: (?i)SIGSEGV|segmentation
// expect-nothing
#include <upc.h>

static int *volatile nowhere = (int *)8;

int main(void)
{
    if (MYTHREAD == 1)
        *nowhere = 1;
    upc_barrier;
    return 0;
}
