// conformance: COLL-7.4.2-S1 COLL-7.4.2-S2 CORE-7.3.4-S1 CORE-7.3.4-S2 CORE-7.3.4-S3
#include "check.h"
#include <upc_collective.h>

enum { N = 3 };
shared [N] int a[N * THREADS], b[N * THREADS];
shared [] int *one; /* N * THREADS elements on thread 0 */
shared char *wide_a, *wide_b; /* N * THREADS integers on each thread */
int *own_a, *own_b;
shared int perm[THREADS];

static const int in_flags[] = {UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC, 0};
static const int out_flags[] = {UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC, 0};

static int value(int thread, int i, int round) { return 1000 * round + 10 * thread + i; }

/* Before: the user's barrier where the entry mode gives none; IN_MYSYNC covers what a thread wrote
 * to its own part. */
static void enter(int flag)
{
    if (flag == UPC_IN_NOSYNC)
        upc_barrier;
}

/* After: what is read below is the thread's own part. */
static void leave(int flag)
{
    if (flag == UPC_OUT_NOSYNC)
        upc_barrier;
}

static void fill(int round)
{
    for (int i = 0; i < N; i++)
        a[N * MYTHREAD + i] = value(MYTHREAD, i, round);
    for (int i = 0; i < N * THREADS; i++)
        own_a[i] = value(MYTHREAD, i, round);
    if (MYTHREAD == 0)
        for (int i = 0; i < N * THREADS; i++)
            one[i] = value(i / N, i % N, round);
    perm[MYTHREAD] = (MYTHREAD + round) % THREADS;
}

static void own_part_is(int thread, int round)
{
    for (int i = 0; i < N; i++) {
        CHECK_EQ(b[N * MYTHREAD + i], value(thread, i, round));
        b[N * MYTHREAD + i] = -1;
    }
}

static void round_of(int round, int in, int out)
{
    int flags = in | out;
    fill(round);
    enter(in);
    upc_all_broadcast(b, a, N * sizeof(int), flags);
    leave(out);
    own_part_is(0, round);
    upc_barrier;
    upc_all_scatter(b, one, N * sizeof(int), flags);
    leave(out);
    own_part_is(MYTHREAD, round);
    upc_barrier;
    upc_all_permute(b, a, perm, N * sizeof(int), flags);
    leave(out);
    own_part_is((MYTHREAD + THREADS - round % THREADS) % THREADS, round);
    upc_barrier;
    upc_all_gather_all(wide_b, a, N * sizeof(int), flags);
    leave(out);
    for (int i = 0; i < N * THREADS; i++)
        CHECK_EQ(own_b[i], value(i / N, i % N, round));
    upc_barrier;
    upc_all_exchange(wide_b, wide_a, N * sizeof(int), flags);
    leave(out);
    for (int i = 0; i < N * THREADS; i++)
        CHECK_EQ(own_b[i], value(i / N, N * MYTHREAD + i % N, round));
    upc_barrier;
    upc_all_gather(one, a, N * sizeof(int), flags);
    leave(out);
    if (MYTHREAD == 0)
        for (int i = 0; i < N * THREADS; i++)
            CHECK_EQ(one[i], value(i / N, i % N, round));
    upc_barrier;
}

int main(void)
{
    one = (shared [] int *)upc_all_alloc(1, N * THREADS * sizeof(int));
    wide_a = (shared char *)upc_all_alloc(THREADS, N * THREADS * sizeof(int));
    wide_b = (shared char *)upc_all_alloc(THREADS, N * THREADS * sizeof(int));
    own_a = (int *)(wide_a + MYTHREAD), own_b = (int *)(wide_b + MYTHREAD);
    for (int in = 0; in < 4; in++)
        for (int out = 0; out < 4; out++)
            round_of(4 * in + out, in_flags[in], out_flags[out]);
    check_done();
    return 0;
}
