// conformance: CORE-7.3.4-S1
// threads: 2 3
#include "check.h"
#include <upc_collective.h>

shared int dst[THREADS], src;
strict shared int left;

/* With IN_NOSYNC and OUT_NOSYNC thread 0, whose data it is, does not wait for one that has not
 * called yet. */
int main(void)
{
    src = 7;
    upc_barrier;
    if (MYTHREAD == THREADS - 1)
        while (!left)
            ;
    upc_all_broadcast(dst, &src, sizeof(int), UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
    if (MYTHREAD == 0)
        left = 1;
    upc_barrier;
    CHECK_EQ(dst[MYTHREAD], 7);
    check_done();
    return 0;
}
