// conformance: CORE-7.3.4-S1 CORE-7.3.4-S2
// threads: 2 4
/* Loops with MYSYNC in which who gives is as far ahead as it can be of those who take, with sizes
 * that change from call to call: no place of a call that is still to be read is written again. */
#include <sched.h>
#include <upc.h>
#include <upc_collective.h>
#include <upcx_collective.h>

#include "check.h"

enum { MOST = 50000, CALLS = 400, MODES = UPC_IN_MYSYNC | UPC_OUT_MYSYNC };
static const size_t sizes[] = {8, 113, 4096, 4160, 4161, 16384, 112, 50000, 2048, 5000};
enum { SIZES = sizeof sizes / sizeof *sizes };

shared [] unsigned char *src;
shared [MOST] unsigned char dst[MOST * THREADS], blocks[MOST * THREADS];
shared [] unsigned char *all;
shared int perm[THREADS];

static unsigned char value(int call, int thread, size_t i)
{
    return (unsigned char)(call * 7 + thread * 31 + (int)(i % 13));
}

static void fill(unsigned char *at, size_t n, int call, int thread)
{
    for (size_t i = 0; i < n; i++)
        at[i] = value(call, thread, i);
}

static void compare(const unsigned char *at, size_t n, int call, int thread)
{
    for (size_t i = 0; i < n; i++)
        CHECK_EQ(at[i], value(call, thread, i));
}

/* Takers are slow now and then, so that the giver comes to its last place. */
static void dawdle(int call)
{
    for (int i = 0; i < 40 && call % 50 == 0; i++)
        sched_yield();
}

static void one_to_all(int call, size_t n)
{
    if (MYTHREAD == 0)
        fill((unsigned char *)src, n, call, 0);
    else
        dawdle(call);
    upc_all_broadcast(dst, src, n, MODES);
    compare((unsigned char *)&dst[MYTHREAD * MOST], n, call, 0);
}

static void all_to_one(int call, size_t n)
{
    fill((unsigned char *)&blocks[MYTHREAD * MOST], n, call, MYTHREAD);
    if (MYTHREAD == 0)
        dawdle(call);
    upc_all_gather(all, blocks, n, MODES);
    for (int t = 0; MYTHREAD == 0 && t < THREADS; t++)
        compare((unsigned char *)all + (size_t)t * n, n, call, t);
}

/* Each block goes to the thread that is `call` % 3 after its own, so threads find out in each call
 * whose they get. */
static void one_to_one(int call, size_t n)
{
    int to = (MYTHREAD + call % 3) % THREADS, from = (MYTHREAD + 3 * THREADS - call % 3) % THREADS;
    perm[MYTHREAD] = to;
    fill((unsigned char *)&blocks[MYTHREAD * MOST], n, call, MYTHREAD);
    if (MYTHREAD == 0)
        dawdle(call);
    upc_all_permute(dst, blocks, perm, n, MODES);
    compare((unsigned char *)&dst[MYTHREAD * MOST], n, call, from);
}

/* Every other time in place, over the blocks of thread 0. */
static void all_folded(int call, size_t n)
{
    shared [] unsigned char *to = call % 2 ? all : (shared [] unsigned char *)&blocks[0];
    fill((unsigned char *)&blocks[MYTHREAD * MOST], n, call, MYTHREAD);
    if (MYTHREAD == 0)
        dawdle(call);
    upcx_all_reduce_vector(to, blocks, UPC_UCHAR, UPC_ADD, n, MODES);
    for (size_t i = 0; MYTHREAD == 0 && i < n; i++) {
        unsigned char sum = 0;
        for (int t = 0; t < THREADS; t++)
            sum = (unsigned char)(sum + value(call, t, i));
        CHECK_EQ(to[i], sum);
    }
}

static void in_turn(void (*call_of)(int call, size_t n))
{
    for (int call = 0; call < CALLS; call++)
        call_of(call, sizes[call % SIZES]);
    for (int s = 0; s < SIZES; s++)
        for (int call = 0; call < CALLS / SIZES; call++)
            call_of(call, sizes[s]);
    upc_barrier;
}

int main(void)
{
    static shared [] unsigned char *shared source, *shared result;
    if (MYTHREAD == 0) {
        source = (shared [] unsigned char *)upc_alloc(MOST);
        result = (shared [] unsigned char *)upc_alloc(MOST * THREADS);
    }
    upc_barrier;
    src = source;
    all = result;
    in_turn(one_to_all);
    in_turn(all_to_one);
    in_turn(one_to_one);
    in_turn(all_folded);
    check_done();
    return 0;
}
