// conformance: COLL-7.4-U1
// threads: 2 3
// status: nonzero
// stderr: upc_all_broadcast
// expect-nothing
#include <upc.h>
#include <upc_collective.h>

shared [4] int dst[4 * THREADS], src[4 * THREADS];

/* No mode requires a barrier; still no thread waits for ever. */
int main(void)
{
    int first = MYTHREAD == 0;
    if (first)
        upc_barrier 3;
    upc_all_broadcast(dst, src, 4, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    return 0;
}
