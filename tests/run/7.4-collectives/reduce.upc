// conformance: COLL-7.4.3-S1 COLL-7.4.3.1-S2 COLL-7.4.3.1-S3 COLL-7.4.3.1-S5 COLL-7.4.3.1-S6
#include "check.h"
#include <upc_collective.h>

#ifdef __UPC_COLLECTIVE__
#define SYNC (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC)
shared [3] int a[6 * THREADS], prefix[6 * THREADS];
shared double d[THREADS], sum;
shared [] long one[9];
shared int total;
shared long best;

static int larger(int x, int y) { return x > y ? x : y; }

int main(void)
{
    const int n = 6 * THREADS;
    upc_forall (int i = 0; i < n; i++; &a[i])
        a[i] = i + 1;
    d[MYTHREAD] = MYTHREAD + 0.5;
    if (MYTHREAD == 0)
        for (int i = 0; i < 9; i++)
            one[i] = (i * 5) % 9;
    upc_all_reduceI(&total, a, UPC_ADD, n, 3, NULL, SYNC);
    CHECK_EQ(total, n * (n + 1) / 2);
    upc_barrier;
    upc_all_reduceI(&total, a, UPC_FUNC, n, 3, larger, SYNC);
    CHECK_EQ(total, n);
    upc_barrier;
    upc_all_reduceD(&sum, d, UPC_ADD, THREADS, 1, NULL, SYNC);
    CHECK(sum == THREADS * THREADS / 2.0);
    upc_all_reduceL(&best, one, UPC_MAX, 9, 0, NULL, SYNC);
    CHECK_EQ(best, 8);
    upc_all_prefix_reduceI(prefix, a, UPC_ADD, n, 3, NULL, SYNC);
    for (int i = 0; i < n; i++)
        CHECK_EQ(prefix[i], (i + 1) * (i + 2) / 2);
    check_done();
    return 0;
}
#else
int main(void)
{
    check_done();
    return 0;
}
#endif
