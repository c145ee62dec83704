// conformance: COLL-7.4.2.1-U2 COLL-7.4.2.1-U3 COLL-7.4.3.1-U2 COLL-7.4.2.6-U1
// unchecked
#include "check.h"
#include <upc_collective.h>

shared [4] int dst[4 * THREADS], src[4 * THREADS];
shared int perm[THREADS];

/* No bytes, overlapping arrays, an index given twice: data may be anything, the program goes on. */
int main(void)
{
    dst[4 * MYTHREAD] = 9;
    upc_all_broadcast(dst, src, 0, 0);
    upc_all_gather(dst, src, 0, 0);
    CHECK_EQ(dst[4 * MYTHREAD], 9);
    upc_barrier;
    upc_all_broadcast(src, src, 4 * sizeof(int), 0);
    upc_all_prefix_reduceI(src, src, UPC_ADD, 4 * THREADS, 4, NULL, 0);
    perm[MYTHREAD] = 0;
    upc_all_permute(dst, src, perm, 4 * sizeof(int), 0);
    check_done();
    return 0;
}
