// conformance: MEM-B.3.2.2-S1 CORE-7.3.4-S1 CORE-7.3.4-S2
// A collective with ALLSYNC or MYSYNC orders the relaxed and the local accesses around it.
#include "check.h"
#include <upc_collective.h>

enum { N = 6, ROUNDS = 40 };
shared [N] int src[N * THREADS], dst[N * THREADS];
shared int other[THREADS];

static void round_of(int round, int flags)
{
    int *own = (int *)&src[N * MYTHREAD];
    for (int i = 0; i < N; i++)
        own[i] = round + i; /* local */
    other[MYTHREAD] = round; /* relaxed */
    upc_all_broadcast(dst, src, N * sizeof(int), flags);
    const int *mine = (int *)&dst[N * MYTHREAD];
    for (int i = 0; i < N; i++)
        CHECK_EQ(mine[i], round + i);
    if (flags == (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC))
        CHECK(other[(MYTHREAD + 1) % THREADS] >= round);
    upc_barrier;
}

int main(void)
{
    for (int round = 0; round < ROUNDS; round++)
        round_of(round,
                 round % 2 ? UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC : UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    check_done();
    return 0;
}
