// conformance: LANG-6.6.2-S7 LANG-6.6.2-S8 LANG-6.6.2-S10
#include "check.h"

#define N 6
shared int a[N * THREADS];
shared [N] int own[THREADS][N];

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
    /* every thread evaluates the affinity in each iteration of a controlled loop too (p11) */
    int evaluated = 0;
    n = 0;
    upc_forall (int i = 0; i < N; i++; i)
        upc_forall (int j = 0; j < N; j++; evaluated++)
            n++;
    CHECK_EQ(n, expected * N);
    CHECK_EQ(evaluated, expected * N);

    /* the order of elements that a controlled loop stores and reads */
    upc_forall (int i = 0; i < N; i++; i)
        upc_forall (int j = 1; j < N; j++; &own[MYTHREAD][j])
            own[MYTHREAD][j] = own[MYTHREAD][j - 1] + i + j;
    upc_barrier;
    int sum = 0, last = (N - 1) / THREADS * THREADS + MYTHREAD;
    if (last >= N)
        last -= THREADS;
    for (int j = 1; j < N && last >= 0; j++) {
        sum += last + j;
        CHECK_EQ(own[MYTHREAD][j], sum);
    }
    check_done();
    return 0;
}
