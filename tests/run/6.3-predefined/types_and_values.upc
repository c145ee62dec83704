// conformance: LANG-6.3.1-S1 LANG-6.3.2-S1
#include "check.h"

shared int seen[THREADS];

int main(void)
{
    int threads_is_int = _Generic((THREADS), int: 1, default: 0);
    int mythread_is_int = _Generic((MYTHREAD), int: 1, default: 0);
    CHECK(threads_is_int && mythread_is_int);
    CHECK(MYTHREAD >= 0 && MYTHREAD < THREADS);
    CHECK(-1 < MYTHREAD); /* signed */
    seen[MYTHREAD]++;
    upc_barrier;
    for (int t = 0; t < THREADS; t++)
        CHECK_EQ(seen[t], 1);
    CHECK_EQ(sizeof THREADS, sizeof(int));
    check_done();
    return 0;
}
