// conformance: LANG-6.6.2-S7 LANG-6.6.2-S8 LANG-6.6.2-S10
#include "check.h"

#define N 6
shared int a[N * THREADS];

int main(void)
{
    int n = 0, outer = 0;
    upc_forall (int i = 0; i < N; i++; i) {
        outer++;
        upc_forall (int j = 0; j < N; j++; j)
            upc_forall (int k = 0; k < N; k++; &a[k])
                n++;
        upc_forall (int j = 0; j < 2; j++; continue)
            n++;
    }
    CHECK_EQ(n, outer * (N * N + 2));
    int expected = N / THREADS + (MYTHREAD < N % THREADS);
    CHECK_EQ(outer, expected);

    /* a loop with `continue` does not control: the inner one does */
    n = 0;
    upc_forall (int i = 0; i < 5; i++; continue)
        upc_forall (int j = 0; j < N; j++; j)
            n++;
    CHECK_EQ(n, 5 * expected);
    n = 0;
    upc_forall (int i = 0; i < 5; i++;)
        upc_forall (int j = 0; j < N; j++; &a[j])
            n++;
    CHECK_EQ(n, 5 * expected);

    /* and afterwards a loop distributes again */
    n = 0;
    upc_forall (int i = 0; i < N; i++; i)
        n++;
    CHECK_EQ(n, expected);
    check_done();
    return 0;
}
