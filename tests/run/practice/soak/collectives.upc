/* Collectives with random roots, sizes and synchronisation; every thread knows what it must get. */
#include <upc_collective.h>
#include "soak.h"

enum { MOST = 600 };

static shared [MOST] unsigned char from[MOST * THREADS], to[MOST * THREADS];
static shared long number[THREADS], sum[THREADS];
static shared void *wide_from, *wide_to;

static void start(void)
{
    wide_from = upc_all_alloc(THREADS, (size_t)MOST * THREADS);
    wide_to = upc_all_alloc(THREADS, (size_t)MOST * THREADS);
    CHECK(wide_from && wide_to);
}

/* Any synchronisation; without one of the library's there is a barrier. */
static upc_flag_t flags(void)
{
    static const upc_flag_t in[] = {UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC};
    static const upc_flag_t out[] = {UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC};
    upc_flag_t chosen_in = in[soak_common(3)], chosen_out = out[soak_common(3)];
    if (chosen_in == UPC_IN_NOSYNC)
        upc_barrier;
    return chosen_in | chosen_out;
}

static void finish(upc_flag_t mode)
{
    if (mode & UPC_OUT_NOSYNC)
        upc_barrier;
}

static void broadcast(void)
{
    unsigned n = 1 + soak_common(MOST), root = soak_common(THREADS), seed = soak_common(1u << 20);
    if ((unsigned)MYTHREAD == root)
        soak_fill((unsigned char *)&from[MOST * root], n, seed);
    upc_flag_t mode = flags();
    upc_all_broadcast(to, &from[MOST * root], n, mode);
    finish(mode);
    soak_expect((unsigned char *)&to[MOST * MYTHREAD], n, seed);
}

static void reduce(void)
{
    unsigned target = soak_common(THREADS);
    long seed = soak_common(1u << 20);
    number[MYTHREAD] = seed * (MYTHREAD + 1);
    upc_flag_t mode = flags();
    upc_all_reduceL(&sum[target], number, UPC_ADD, THREADS, 1, 0, mode);
    finish(mode);
    if ((unsigned)MYTHREAD == target)
        CHECK_EQ(sum[target], seed * THREADS * (THREADS + 1) / 2);
}

static void prefix_reduce(void)
{
    long seed = soak_common(1u << 20);
    number[MYTHREAD] = seed + MYTHREAD;
    upc_flag_t mode = flags();
    upc_all_prefix_reduceL(sum, number, UPC_ADD, THREADS, 1, 0, mode);
    finish(mode);
    CHECK_EQ(sum[MYTHREAD], (MYTHREAD + 1) * seed + (long)MYTHREAD * (MYTHREAD + 1) / 2);
}

static unsigned char *own(shared void *wide)
{
    return (unsigned char *)((shared [1] unsigned char *)wide + MYTHREAD);
}

static void exchange(void)
{
    unsigned n = 1 + soak_common(MOST), seed = soak_common(1u << 20);
    for (int t = 0; t < THREADS; t++)
        soak_fill(own(wide_from) + (size_t)t * n, n, seed + (unsigned)(MYTHREAD * THREADS + t));
    upc_flag_t mode = flags();
    upc_all_exchange(wide_to, wide_from, n, mode);
    finish(mode);
    for (int t = 0; t < THREADS; t++)
        soak_expect(own(wide_to) + (size_t)t * n, n, seed + (unsigned)(t * THREADS + MYTHREAD));
}

static void gather_all(void)
{
    unsigned n = 1 + soak_common(MOST), seed = soak_common(1u << 20);
    soak_fill((unsigned char *)&from[MOST * MYTHREAD], n, seed + MYTHREAD);
    upc_flag_t mode = flags();
    upc_all_gather_all(wide_to, from, n, mode);
    finish(mode);
    for (int t = 0; t < THREADS; t++)
        soak_expect(own(wide_to) + (size_t)t * n, n, seed + (unsigned)t);
}

/* Before the memory is used again all must have read; MYSYNC lets others still write what this
 * thread will look at. */
static void check(void)
{
    static void (*const calls[])(void) = {broadcast, reduce, prefix_reduce, exchange, gather_all};
    unsigned times = 1 + soak_common(3);
    for (unsigned i = 0; i < times; i++) {
        calls[soak_common(sizeof calls / sizeof calls[0])]();
        upc_barrier;
    }
}

static void end(void)
{
    upc_all_free(wide_from);
    upc_all_free(wide_to);
}

const struct soak_kind soak_collectives = {start, 0, check, end};
