// Virtual time of a scatter of 4 KiB to each thread, in nanoseconds.
#include <stdio.h>
#include <upc.h>
#include <upc_collective.h>
#include <upc_tick.h>

#define BLOCK 4096
shared [BLOCK] char to[BLOCK * THREADS];
shared [] char *shared from;

int main(void)
{
    if (MYTHREAD == 0)
        from = (shared [] char *)upc_alloc(BLOCK * THREADS);
    upc_barrier;
    upc_tick_t begin = upc_ticks_now();
    upc_all_scatter(to, (shared void *)from, BLOCK, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    upc_barrier;
    if (MYTHREAD == 0)
        printf("%llu\n", (unsigned long long)upc_ticks_to_ns(upc_ticks_now() - begin));
    return 0;
}
