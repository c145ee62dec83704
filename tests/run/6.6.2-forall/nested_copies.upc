// Own iterations that read copies of far arrays, alone and in the extent of a controlling loop,
// where each thread executes all of them (UPC 6.6.2p10).
// conformance: LANG-6.6.2-S10
#include <stdlib.h>
#include "check.h"

#define N 64
shared int table[N * THREADS];
shared int to[N * THREADS];
static int *by;

/* The number of iterations that this thread executes. */
static int copy(void)
{
    int n = 0;
    upc_forall (int i = 0; i < N * THREADS; i++; &to[i]) {
        to[i] = table[by[i]];
        n++;
    }
    return n;
}

static int sum(int start)
{
    int s = 0;
    upc_forall (int i = 0; i < N * THREADS; i++; &table[i])
        s += table[(i + start) % (N * THREADS)] - table[i] + 1;
    return s;
}

int main(void)
{
    by = malloc(N * THREADS * sizeof *by);
    for (int i = 0; i < N * THREADS; i++)
        by[i] = (i * 7 + 3) % (N * THREADS);
    upc_forall (int i = 0; i < N * THREADS; i++; &table[i])
        table[i] = i * i + 1;
    upc_barrier;

    CHECK_EQ(copy(), N);
    upc_barrier;
    for (int i = 0; i < N * THREADS; i++)
        CHECK_EQ(to[i], by[i] * by[i] + 1);
    upc_barrier;

    int executed = 0, total = 0;
    upc_forall (int t = 0; t < THREADS; t++; t) {
        executed += copy();
        total += sum(t);
    }
    CHECK_EQ(executed, N * THREADS);
    CHECK_EQ(total, N * THREADS);
    upc_barrier;
    for (int i = 0; i < N * THREADS; i++)
        CHECK_EQ(to[i], by[i] * by[i] + 1);
    free(by);
    check_done();
    return 0;
}
