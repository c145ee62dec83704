// threads: 1 2 3 4 5 8
// conformance: LANG-6.6.2-S5 LANG-6.6.2-S11
/* Affinities by which a program divides the iterations in blocks itself: `i / B`, `i / (n /
 * THREADS)`, `i * THREADS / n`. Each iteration is on the thread that the quotient says, and the
 * counter has the value after the loop that it has after the same `for`. */
#include "check.h"

enum { MOST = 100, B = 3 };

static shared [B] int blocks[MOST * B * THREADS];
static int visits[MOST];
static int rounds = 2;

static int thread_of(long affinity)
{
    long t = affinity % THREADS;
    return (int)(t < 0 ? t + THREADS : t);
}

/* Iterations [first, end) by steps of `step` whose affinities are those of the expression in i. */
#define CHECK_VISITS(first, end, step, affinity)                                                   \
    do {                                                                                           \
        for (int i = 0; i < MOST; i++) {                                                           \
            int runs = i >= (first) && i < (end) && (i - (first)) % (step) == 0;                   \
            CHECK_EQ(visits[i], runs && thread_of(affinity) == MYTHREAD);                          \
            visits[i] = 0;                                                                         \
        }                                                                                          \
    } while (0)

static void by_constants(int end)
{
    int i;
    upc_forall (i = 0; i < end; i++; i / B)
        visits[i]++;
    CHECK_EQ(i, end);
    CHECK_VISITS(0, end, 1, i / B);
    upc_forall (i = 5; i < end; i += 2; (i / 6) % THREADS)
        visits[i]++;
    CHECK_EQ(i, end < 5 ? 5 : end + (end % 2 == 0));
    CHECK_VISITS(5, end, 2, i / 6);
    upc_forall (long k = 1; k < end; k += 4; k / 4l)
        visits[k]++;
    CHECK_VISITS(1, end, 4, i / 4);
    upc_forall (unsigned k = 0; k < (unsigned)end; k++; k / 7u)
        visits[k]++;
    CHECK_VISITS(0, end, 1, i / 7);
    upc_forall (i = 4; i < end; i += 5; i / 3) /* 5 is no part of 3 */
        visits[i]++;
    CHECK_VISITS(4, end, 5, i / 3);
}

static void by_numbers(int end, int divisor)
{
    int i;
    long wide = divisor;
    upc_forall (i = 0; i < end; i++; i / divisor)
        visits[i]++;
    CHECK_EQ(i, end);
    CHECK_VISITS(0, end, 1, i / divisor);
    upc_forall (i = 3; i < end; i++; (i * THREADS) / divisor)
        visits[i]++;
    CHECK_VISITS(3, end, 1, i * THREADS / divisor);
    upc_forall (long k = 0; k < end; k++; THREADS * k / wide % THREADS)
        visits[k]++;
    CHECK_VISITS(0, end, 1, i * THREADS / divisor);
    upc_forall (i = 2; i < end; i++; i / ((divisor + THREADS + 200) / THREADS))
        visits[i]++;
    CHECK_VISITS(2, end, 1, i / ((divisor + THREADS + 200) / THREADS));
    for (int turn = 0; turn < rounds; turn++) /* of an enclosing loop that distributes, all */
        upc_forall (int k = 0; k < THREADS; k++; k)
            upc_forall (i = 0; i < end; i++; i * THREADS / divisor)
                visits[i]++;
    for (i = 0; i < MOST; i++) {
        CHECK_EQ(visits[i], i < end ? rounds : 0);
        visits[i] = 0;
    }
}

/* Own elements of an array with the same blocks, and beside them. */
static void elements(int end)
{
    upc_forall (int i = 0; i < end; i++; i / B)
        blocks[i] = 10 * i + (int)upc_threadof(&blocks[i]) - MYTHREAD;
    upc_barrier;
    for (int i = 0; i < end; i++)
        CHECK_EQ(blocks[i], 10 * i);
    upc_barrier;
    upc_forall (int i = 0; i < end - 1; i++; i / B)
        visits[i] = blocks[i] + blocks[i + 1];
    for (int i = 0; i < end - 1; i++) {
        CHECK_EQ(visits[i], thread_of(i / B) == MYTHREAD ? 20 * i + 10 : 0);
        visits[i] = 0;
    }
    upc_barrier;
}

int main(void)
{
    static const int ends[] = {0, 1, 2, 7, 24, 25, 99, 100};
    static const int divisors[] = {1, 2, 3, 8, 24, 100, 1000, 1000000, -1, -5, -100};
    for (unsigned e = 0; e < sizeof ends / sizeof *ends; e++) {
        by_constants(ends[e]);
        for (unsigned d = 0; d < sizeof divisors / sizeof *divisors; d++)
            by_numbers(ends[e], divisors[d]);
    }
    int none = atoi("0");
    upc_forall (int i = 0; i < none; i++; i * THREADS / none)
        visits[i]++;
    CHECK_EQ(visits[0], 0);
    elements(1);
    elements(MOST);
    check_done();
}
