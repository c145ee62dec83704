// conformance: COLL-7.4.3.1-S3 COLL-7.4.3.1-S7
// threads: 2 3 5
/* Loops of prefix reductions with MYSYNC, in which threads run ahead of each other and each is
 * behind in turn. Sums of floating point are the same in every round, whoever had to wait. */
#include <sched.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>

#include "check.h"

enum { MOST = 5000, ROUNDS = 24, MODES = UPC_IN_MYSYNC | UPC_OUT_MYSYNC };
static const size_t sizes[] = {1, 7, 129, MOST};
static shared char *src, *dst; /* room for two blocks of MOST elements on each thread */

/* Blocks of n elements from thread `start` on: where the caller's is, in order and in its part of
 * the arrays. */
struct block {
    size_t n;
    int start;
};

static size_t first_element(struct block b)
{
    return (size_t)((MYTHREAD - b.start + THREADS) % THREADS) * b.n;
}
static size_t offset(struct block b) { return MYTHREAD < b.start ? b.n : 0; }

static void fall_behind(int round)
{
    for (int i = 0; i < 20 && round % THREADS == MYTHREAD; i++)
        sched_yield();
}

static void sum_integers(struct block b, int round)
{
    long *from = (long *)(src + MYTHREAD) + offset(b), *to = (long *)(dst + MYTHREAD) + offset(b);
    size_t first = first_element(b);
    for (size_t i = 0; i < b.n; i++)
        from[i] = (long)(first + i) + round;
    fall_behind(round);
    upc_all_prefix_reduceL((shared long *)(dst + b.start), (shared long *)(src + b.start), UPC_ADD,
                           b.n * THREADS, b.n, NULL, MODES);
    for (size_t i = 0; i < b.n; i++) {
        long g = (long)(first + i);
        CHECK_EQ(to[i], g * (g + 1) / 2 + (g + 1) * round);
        from[i] = -1; /* others are done with it */
    }
}

static void sum_fractions(struct block b, int round)
{
    static double before[MOST];
    double *from = (double *)(src + MYTHREAD) + offset(b),
           *to = (double *)(dst + MYTHREAD) + offset(b);
    size_t first = first_element(b);
    for (size_t i = 0; i < b.n; i++)
        from[i] = 1.0 / (double)(first + i + 1);
    fall_behind(round);
    upc_all_prefix_reduceD((shared double *)(dst + b.start), (shared double *)(src + b.start),
                           UPC_ADD, b.n * THREADS, b.n, NULL, MODES);
    if (round == 0)
        memcpy(before, to, b.n * sizeof *to);
    CHECK(memcmp(before, to, b.n * sizeof *to) == 0);
}

int main(void)
{
    src = (shared char *)upc_all_alloc(THREADS, 2 * MOST * sizeof(long));
    dst = (shared char *)upc_all_alloc(THREADS, 2 * MOST * sizeof(long));
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int start = 0; start < THREADS; start++) {
            struct block b = {sizes[s], start};
            upc_barrier;
            for (int round = 0; round < ROUNDS; round++)
                sum_integers(b, round);
            for (int round = 0; round < ROUNDS; round++)
                sum_fractions(b, round);
        }
    check_done();
    return 0;
}
