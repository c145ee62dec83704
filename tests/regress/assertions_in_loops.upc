// modes: process far nodes
/* Loops with assertions, whose far rows are fetched whole: own and far elements, updates, a loop
 * that ends before the row does, an assertion about what the loop has stored. */
#include <assert.h>
#include <stdlib.h>
#include "check.h"

enum { B = 50 };
shared [B] int a[2 * B * THREADS], b[2 * B * THREADS];

static long sum(int from, int to)
{
    long s = 0;
    for (int i = from; i < to; i++) {
        assert(a[i] == 3 * i);
        s += a[i];
    }
    return s;
}

static void copy(int from, int to)
{
    for (int i = from; i < to; i++) {
        b[i] = a[i] + 1;
        assert(b[i] == 3 * i + 1);
        if (a[i] < 0)
            abort();
    }
}

static int first_beyond(int limit)
{
    for (int i = 0; i < 2 * B * THREADS; i++) {
        assert(a[i] >= 0);
        if (a[i] > limit)
            return i;
    }
    return -1;
}

int main(void)
{
    upc_forall (int i = 0; i < 2 * B * THREADS; i++; &a[i])
        a[i] = 3 * i;
    upc_barrier;
    for (int from = 0; from < 2 * B * THREADS; from += 31) {
        long n = 2 * B * THREADS - from;
        CHECK_EQ(sum(from, 2 * B * THREADS), 3 * n * (2 * from + n - 1) / 2);
        CHECK_EQ(first_beyond(3 * from - 1), from);
    }
    CHECK_EQ(first_beyond(6 * B * THREADS), -1);
    int next = (MYTHREAD + 1) % THREADS;
    copy(B * next, B * (next + 1));
    copy(B * (THREADS + next), B * (THREADS + next + 1));
    upc_barrier;
    for (int i = 0; i < 2 * B * THREADS; i++)
        CHECK_EQ(b[i], 3 * i + 1);
    check_done();
    return 0;
}
