// conformance: CORE-7.2.2.1-S1 CORE-7.2.2.1-S2 CORE-7.2.2.1-S3
// Called by all threads or by one alone: every call gives an object of its own.
#include "check.h"

typedef shared [3] int *block_t;
shared block_t all[THREADS];
shared block_t alone;

int main(void)
{
    all[MYTHREAD] = (block_t)upc_global_alloc(2 * THREADS, 3 * sizeof(int));
    if (MYTHREAD == THREADS - 1)
        alone = (block_t)upc_global_alloc(THREADS, 3 * sizeof(int));
    upc_barrier;
    block_t mine = all[MYTHREAD];
    CHECK(mine != NULL && upc_threadof(mine) == 0 && upc_phaseof(mine) == 0);
    for (int i = 0; i < 6 * THREADS; i++) {
        CHECK_EQ(upc_threadof(&mine[i]), i / 3 % THREADS);
        mine[i] = 1000 * MYTHREAD + i;
    }
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
        block_t p = all[t];
        for (int i = 0; i < 6 * THREADS; i++)
            CHECK_EQ(p[i], 1000 * t + i);
        for (int u = 0; u < t; u++)
            CHECK(all[u] != p);
        CHECK(alone != p);
    }
    CHECK(upc_global_alloc(0, 8) == NULL);
    CHECK(upc_global_alloc(8, 0) == NULL);
    upc_barrier;
    upc_free(all[(MYTHREAD + 1) % THREADS]); /* another thread's */
    if (MYTHREAD == 0)
        upc_free(alone);
    check_done();
    return 0;
}
