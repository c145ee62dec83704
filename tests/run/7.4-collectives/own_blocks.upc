// conformance: COLL-7.4.2.2-S1 COLL-7.4.2.3-S1 COLL-7.4.2.4-S1 COLL-7.4.2.5-S1
// threads: 2 3 4
/* Blocks of a MiB and more: a thread copies its own from the end, in pieces. Around the least such
 * size, and not whole pieces. */
#include <string.h>
#include <upc.h>
#include <upc_collective.h>

#include "check.h"

enum {
    LEAST = 1 << 20,
    PERIOD = 251,
    SYNC = UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC,
    LOOSE = UPC_IN_MYSYNC | UPC_OUT_MYSYNC
};

static shared unsigned char *src, *dst; /* THREADS blocks and some bytes on each thread */
static size_t n, shift;

static unsigned char value(int from, int to, size_t i)
{
    return (unsigned char)(from * 17 + to * 5 + (int)(i % PERIOD) + (int)n);
}

static unsigned char *own(shared unsigned char *array, int block)
{
    return (unsigned char *)(array + MYTHREAD) + shift + (size_t)block * n;
}

static void fill(int block, int to)
{
    unsigned char *at = own(src, block);
    for (size_t i = 0; i < PERIOD; i++)
        at[i] = value(MYTHREAD, to, i);
    for (size_t i = PERIOD; i < n; i += PERIOD)
        memcpy(at + i, at, n - i < PERIOD ? n - i : PERIOD);
}

static void compare(int block, int from, int to)
{
    const unsigned char *at = own(dst, block);
    for (size_t i = 0; i < PERIOD; i++)
        CHECK_EQ(at[i], value(from, to, i));
    CHECK(memcmp(at, at + PERIOD, n - PERIOD) == 0);
}

static shared unsigned char *part(shared unsigned char *array, int thread)
{
    return array + shift * THREADS + thread;
}

static void spoil(void)
{
    memset(own(dst, 0), 0, n * THREADS);
    upc_barrier;
}

static void scatter(int root, int flags)
{
    for (int to = 0; MYTHREAD == root && to < THREADS; to++)
        fill(to, to);
    spoil();
    upc_all_scatter(part(dst, 0), part(src, root), n, flags);
    compare(0, root, MYTHREAD);
    upc_barrier;
}

static void gather(int root, int flags)
{
    fill(0, root);
    spoil();
    upc_all_gather(part(dst, root), part(src, 0), n, flags);
    for (int from = 0; MYTHREAD == root && from < THREADS; from++)
        compare(from, from, root);
    upc_barrier;
}

static void all_to_all(int flags)
{
    fill(0, 0);
    spoil();
    upc_all_gather_all(part(dst, 0), part(src, 0), n, flags);
    for (int from = 0; from < THREADS; from++)
        compare(from, from, 0);
    upc_barrier;
    for (int to = 0; to < THREADS; to++)
        fill(to, to);
    spoil();
    upc_all_exchange(part(dst, 0), part(src, 0), n, flags);
    for (int from = 0; from < THREADS; from++)
        compare(from, from, MYTHREAD);
    upc_barrier;
}

int main(void)
{
    static const size_t sizes[] = {LEAST - 1, LEAST, LEAST + 1000};
    size_t room = (LEAST + 1000) * (size_t)THREADS + 64;
    src = (shared unsigned char *)upc_all_alloc(THREADS, room);
    dst = (shared unsigned char *)upc_all_alloc(THREADS, room);
    for (int i = 0; i < 3; i++) {
        n = sizes[i], shift = (size_t)i;
        scatter(i % THREADS, i == 1 ? LOOSE : SYNC);
        gather((i + 1) % THREADS, i == 1 ? LOOSE : SYNC);
        all_to_all(i == 1 ? LOOSE : SYNC);
    }
    check_done();
    return 0;
}
