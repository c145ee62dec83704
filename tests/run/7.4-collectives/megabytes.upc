// conformance: COLL-7.4.2.1-S1
// threads: 2 3 4
/* Blocks so large that each thread begins to read the source at another place: around the least
 * such size, from each root, at any address. */
#include <string.h>
#include <upc.h>
#include <upc_collective.h>

#include "check.h"

enum { LEAST = 3 << 19, MOST = LEAST + 4099, PERIOD = 251, PAST = 64 };

shared[MOST + 2 * PAST] unsigned char src[(MOST + 2 * PAST) * THREADS],
    dst[(MOST + 2 * PAST) * THREADS];

static const struct {
    size_t n, shift;
    int flags;
} calls[] = {
    {LEAST - 1, 0, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC},
    {LEAST, 1, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC},
    {MOST, 3, UPC_IN_ALLSYNC | UPC_OUT_MYSYNC},
    {LEAST + 1, 0, UPC_IN_MYSYNC | UPC_OUT_MYSYNC},
    {LEAST, 5, UPC_IN_NOSYNC | UPC_OUT_NOSYNC},
};

static unsigned char value(int round, size_t i)
{
    return (unsigned char)(round * 7 + (int)(i % PERIOD) + 1);
}

static void fill(unsigned char *at, size_t n, int round)
{
    for (size_t i = 0; i < PERIOD; i++)
        at[i] = value(round, i);
    for (size_t i = PERIOD; i < n; i += PERIOD)
        memcpy(at + i, at, n - i < PERIOD ? n - i : PERIOD);
}

static void compare(const unsigned char *at, size_t n, int round)
{
    for (size_t i = 0; i < PERIOD; i++)
        CHECK_EQ(at[i], value(round, i));
    CHECK(memcmp(at, at + PERIOD, n - PERIOD) == 0);
}

/* The bytes before the block and behind it stay as they are. */
static void one(int round, size_t n, size_t shift, int flags)
{
    size_t first = PAST + shift;
    int root = round % THREADS;
    unsigned char *mine = (unsigned char *)&dst[MYTHREAD * (MOST + 2 * PAST)];
    mine[first - 1] = mine[first + n] = 0;
    if (MYTHREAD == root)
        fill((unsigned char *)&src[root * (MOST + 2 * PAST) + first], n, round);
    if (flags & UPC_IN_NOSYNC)
        upc_barrier;
    upc_all_broadcast(&dst[first], &src[root * (MOST + 2 * PAST) + first], n, flags);
    if (flags & UPC_OUT_NOSYNC)
        upc_barrier;
    compare(mine + first, n, round);
    CHECK_EQ(mine[first - 1] | mine[first + n], 0);
}

int main(void)
{
    for (size_t i = 0, round = 0; i < sizeof calls / sizeof *calls; i++)
        for (int root = 0; root < THREADS; root++, round++)
            one((int)round, calls[i].n, calls[i].shift, calls[i].flags);
    check_done();
    return 0;
}
