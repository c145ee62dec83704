// modes: process far nodes
/* Loops whose counter is a `register` variable, which has no address: runs along blocks, own
 * iterations, a step that passes the end of the type. */
#include <limits.h>
#include "check.h"

enum { B = 6, N = 40 };
shared [B] long a[N * THREADS];
shared int visits[THREADS];

static long sum(register int from, register int to)
{
    register int i;
    register long total = 0;
    for (i = from; i < to; i++)
        total += a[i];
    return total;
}

static void fill(void)
{
    register int i;
    upc_forall (i = 0; i < N * THREADS; i++; &a[i])
        a[i] = 3 * i + 1;
    upc_forall (register unsigned j = 0; j < N * THREADS; j += 4; &a[j])
        a[j] += j;
}

static void last_numbers(void)
{
    upc_forall (register int i = INT_MAX - 2 * THREADS; i < INT_MAX; i++; i)
        visits[MYTHREAD]++;
}

int main(void)
{
    fill();
    upc_barrier;
    for (int from = 0; from < N * THREADS; from += 13) {
        long expected = 0;
        for (int i = from; i < N * THREADS; i++)
            expected += 3 * i + 1 + (i % 4 == 0 ? i : 0);
        CHECK_EQ(sum(from, N * THREADS), expected);
    }
    last_numbers();
    CHECK_EQ(visits[MYTHREAD], 2);
    check_done();
    return 0;
}
