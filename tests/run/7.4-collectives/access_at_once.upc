// conformance: CORE-7.3.4-S1 CORE-7.3.4-S2 MEM-B.3.2.2-S1
// threads: 2 3 5
/* What follows a call with UPC_OUT_ALLSYNC finds all data complete on all threads, and may change
 * them at once: by copies, subscripts, and in a collective without synchronisation. Threads come
 * late in turn. */
#include <sched.h>
#include <upc.h>
#include <upc_collective.h>
#include <upcx_collective.h>

#include "check.h"

enum { MOST = 70000, CALLS = 60, ALL = UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC };
static const size_t sizes[] = {8, 4000, 40, 66000, 20000, 1};
enum { SIZES = sizeof sizes / sizeof *sizes };

shared [MOST] unsigned char src[MOST * THREADS], dst[MOST * THREADS];
static shared unsigned char *many; /* MOST * THREADS on each */
static unsigned char copy[MOST];

static unsigned char value(int call, int thread)
{
    return (unsigned char)(call * 7 + thread * 31);
}

static void set(shared void *at, size_t n, unsigned char to)
{
    upc_memset(at, to, n);
}

static void compare(shared const void *at, size_t n, unsigned char with)
{
    upc_memget(copy, at, n);
    for (size_t i = 0; i < n; i++)
        CHECK_EQ(copy[i], with);
}

static shared [] unsigned char *many_of(int thread)
{
    return (shared [] unsigned char *)(many + thread);
}

static int next(int k)
{
    return (MYTHREAD + k) % THREADS;
}

/* Each writes the next one's source, which UPC_IN_ALLSYNC lets it do until it enters. */
static void before(int call, size_t n)
{
    set(&src[(size_t)next(1) * MOST], n, value(call, next(1)));
    for (int i = 0; i < 30 && call % THREADS == MYTHREAD; i++)
        sched_yield();
}

static void broadcast(int call, size_t n)
{
    int root = call % THREADS;
    upc_all_broadcast(dst, (shared [] unsigned char *)&src[(size_t)root * MOST], n, ALL);
    for (int k = 1; k < THREADS; k++)
        compare(&dst[(size_t)next(k) * MOST], n, value(call, root));
    CHECK_EQ(dst[(size_t)next(1) * MOST + n - 1], value(call, root));
}

static void gather_all(int call, size_t n)
{
    upc_all_gather_all(many, src, n, ALL);
    for (int of = 0; of < THREADS; of++)
        compare(many_of(next(1)) + (size_t)of * n, n, value(call, of));
}

/* The blocks of each of these are one byte's copies: vectors are added byte by byte. */
static void reduce_all(int call, size_t n)
{
    unsigned sum = 0;
    for (int t = 0; t < THREADS; t++)
        sum += value(call, t);
    upcx_all_reduce_all(dst, src, UPC_UCHAR, UPC_ADD, n, ALL);
    compare(&dst[(size_t)next(THREADS - 1) * MOST], n, (unsigned char)sum);
}

static void exchange_and_broadcast(int call, size_t n)
{
    size_t part = n / THREADS;
    if (part == 0)
        return;
    upc_all_exchange(many, src, part, ALL);
    upc_all_broadcast(dst, many_of(THREADS - 1), part * THREADS, UPC_IN_NOSYNC | UPC_OUT_ALLSYNC);
    for (int t = 0; t < THREADS; t++)
        CHECK_EQ(dst[(size_t)next(1) * MOST + (size_t)t * part], value(call, t));
}

int main(void)
{
    static void (*const calls[])(int, size_t) = {broadcast, gather_all, reduce_all,
                                                 exchange_and_broadcast};
    many = (shared unsigned char *)upc_all_alloc(THREADS, (size_t)MOST * THREADS);
    for (int call = 0; call < CALLS; call++) {
        size_t n = sizes[call % SIZES];
        before(call, n);
        calls[call / SIZES % 4](call, n);
        upc_barrier;
    }
    check_done();
    return 0;
}
