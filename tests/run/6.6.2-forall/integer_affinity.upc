// conformance: LANG-6.6.2-S1 LANG-6.6.2-S2 LANG-6.6.2-S5 LANG-6.6.2-S11 LANG-6.6.2-S15
#include "check.h"
#include <stdbool.h>

#define N 40
enum colour { RED, GREEN, BLUE };
shared int who[N * THREADS];
shared int offset = 2;

/* Thread t ran iteration i iff who[i] is t + 1. */
static void reset(void)
{
    upc_barrier;
    for (int i = MYTHREAD; i < N * THREADS; i += THREADS)
        who[i] = 0;
    upc_barrier;
}

static void expect(int step, int plus)
{
    upc_barrier;
    for (int i = 0; i < N; i++)
        CHECK_EQ(who[i], 1 + (step * i + plus) % THREADS);
    reset();
}

int main(void)
{
    int i;
    reset();
    upc_forall (i = 0; i < N; i++; i) who[i] += MYTHREAD + 1;
    CHECK_EQ(i, N);
    expect(1, 0);
    upc_forall (int j = 0; j < N; ++j; 3 * j + 1) { who[j] += MYTHREAD + 1; }
    expect(3, 1);
    upc_forall (long j = 0; j < N; j++; j + offset) who[j] += MYTHREAD + 1;
    expect(1, 2);
    upc_forall (unsigned char c = 0; c < N; c++; c) who[c] += MYTHREAD + 1;
    expect(1, 0);
    upc_forall (i = 0; i < N; i++; 7) who[i] += MYTHREAD + 1;
    expect(0, 7);
    upc_forall (i = 0; i < N; i++; (enum colour)BLUE) who[i] += MYTHREAD + 1;
    expect(0, 2);
    upc_forall (i = 0; i < N; i++; (bool)true) who[i] += MYTHREAD + 1;
    expect(0, 1);

    /* beyond what an int or a long can hold */
    upc_forall (i = 0; i < N; i++; 3000000000u + i) who[i] += MYTHREAD + 1;
    upc_barrier;
    for (i = 0; i < N; i++)
        CHECK_EQ(who[i], 1 + (3000000000u + i) % THREADS);
    reset();
    upc_forall (i = 0; i < N; i++; 18000000000000000000ull + i) who[i] += MYTHREAD + 1;
    upc_barrier;
    for (i = 0; i < N; i++)
        CHECK_EQ(who[i], 1 + (18000000000000000000ull + i) % THREADS);
    check_done();
    return 0;
}
