// conformance: LANG-6.6.2-S9
// Functions that the unit calls outside of upc_forall only, beside those that it may call in one:
// through a function without UPC, through a pointer, by themselves.
#include "check.h"

#define N 12

shared [N] int own[THREADS][N];
shared int cyclic[N * THREADS];

static int outside(void)
{
    int n = 0;
    upc_forall (int i = 0; i < N * THREADS; i++; &cyclic[i]) {
        cyclic[i] = i;
        n++;
    }
    upc_forall (int t = 0; t < THREADS; t++; &own[t][0])
        for (int k = 0; k < N; k++)
            own[t][k] = t + k;
    return n;
}

static int by_plain_function(void)
{
    int n = 0;
    upc_forall (int i = 0; i < N * THREADS; i++; &cyclic[i])
        n += cyclic[i] >= 0;
    return n;
}

static int plain(void) { return by_plain_function(); }

static int by_pointer(void)
{
    int n = 0;
    upc_forall (int t = 0; t < THREADS; t++; &own[t][0])
        n += own[t][0] == t;
    return n;
}

static int (*const pointer)(void) = by_pointer;

static int by_itself(int depth)
{
    int n = 0;
    upc_forall (int i = 0; i < N * THREADS; i++; i)
        n += depth && i < THREADS ? by_itself(depth - 1) : 1;
    return n;
}

int main(void)
{
    CHECK_EQ(outside(), N);
    upc_barrier;
    for (int t = 0; t < THREADS; t++)
        for (int k = 0; k < N; k++) {
            CHECK_EQ(own[t][k], t + k);
            CHECK_EQ(cyclic[t * N + k], t * N + k);
        }
    CHECK_EQ(plain(), N);
    CHECK_EQ(pointer(), 1);
    upc_forall (int t = 0; t < THREADS; t++; t) {
        CHECK_EQ(plain(), N * THREADS);
        CHECK_EQ(pointer(), THREADS);
    }
    CHECK_EQ(by_itself(1), N - 1 + N * THREADS);
    upc_barrier;
    check_done();
    return 0;
}
