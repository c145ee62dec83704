// Virtual times of a barrier and of small and large collectives, checked.
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_collective.h>
#include <upc_tick.h>
#include <upcx_sim.h>

#define LARGE 131072
shared int one[THREADS], sum[THREADS], small_to[THREADS];
shared [] int small_from[1];
shared [LARGE] char large_to[LARGE * THREADS];
shared [] char large_from[LARGE];

static upc_tick_t begin;
static void start(void) { upc_barrier; begin = upc_ticks_now(); }
static void stop_on(int thread, const char *what)
{
    unsigned long long ns = upc_ticks_to_ns(upc_ticks_now() - begin);
    if (MYTHREAD == thread)
        printf("%s %llu\n", what, ns);
}
static void stop(const char *what) { stop_on(0, what); }

int main(void)
{
    upc_flag_t flags = UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC;
    if (!upcx_sim_active())
        return 3;
    start();
    upc_barrier;
    stop("barrier");
    if (MYTHREAD == 0) {
        small_from[0] = 41;
        for (int i = 0; i < LARGE; i++)
            large_from[i] = (char)i;
    }
    one[MYTHREAD] = MYTHREAD;
    start();
    upc_all_broadcast(small_to, small_from, sizeof(int), flags);
    stop("broadcast");
    start();
    upc_all_reduceI(sum, one, UPC_ADD, THREADS, 1, 0, flags);
    stop("reduce");
    start();
    upc_all_broadcast(large_to, large_from, LARGE, flags);
    stop("large");
    start();
    upcx_sim_compute(MYTHREAD == THREADS - 1 ? 0.001 : 0);
    upc_barrier;
    stop("compute");
    start();
    upcx_sim_compute(MYTHREAD == 2 ? 0.001 : 0);
    upc_barrier;
    stop_on(THREADS - 1, "relayed");
    if (small_to[MYTHREAD] != 41 || large_to[(size_t)MYTHREAD * LARGE + 100] != 100 ||
        (MYTHREAD == 0 && sum[0] != THREADS * (THREADS - 1) / 2))
        upc_global_exit(4);
    return 0;
}
