// conformance: LANG-6.6.2-S9
#include "check.h"

#define N 6

static int distributed(void)
{
    int n = 0;
    upc_forall (int i = 0; i < N; i++; i)
        n++;
    return n;
}

static int early_return(int limit)
{
    for (int n = 0;; n++)
        if (n == limit)
            return distributed();
}

static int deep(int levels)
{
    return levels ? deep(levels - 1) : distributed();
}

int main(void)
{
    int expected = N / THREADS + (MYTHREAD < N % THREADS);
    CHECK_EQ(distributed(), expected);
    upc_forall (int i = 0; i < 2 * THREADS; i++; i) {
        CHECK_EQ(distributed(), N);
        CHECK_EQ(early_return(2), N);
        CHECK_EQ(deep(5), N);
        if (i < THREADS)
            continue;
        CHECK_EQ(distributed(), N);
    }
    CHECK_EQ(deep(3), expected);
    upc_forall (int i = 0; i < 2; i++; continue)
        CHECK_EQ(distributed(), expected);
    check_done();
    return 0;
}
