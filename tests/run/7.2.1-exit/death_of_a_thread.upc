// conformance: ENV-5.1.2.2-S1
// A thread that dies ends the job, and is named.
// modes: process far
// threads: 2 4
// status: nonzero
// stderr: (?i)thread 1
// expect-nothing
#include <stdlib.h>
#include <upc.h>

int main(void)
{
    if (MYTHREAD == 1)
        abort();
    upc_barrier;
    return 0;
}
