// Memory of the process that runs all threads of a simulated job: kilobytes a thread after the
// start, and after barriers, collectives and an allocation. Virtual time of upc_all_alloc.
#include <stdio.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>
#include <upc_tick.h>

shared int one[THREADS], sum[THREADS], small_to[THREADS];
shared [] int small_from[1];

static long resident(void)
{
    char line[256];
    long kilobytes = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "VmHWM:", 6) == 0)
            sscanf(line + 6, "%ld", &kilobytes);
    if (f)
        fclose(f);
    return kilobytes;
}

static void report(const char *what)
{
    upc_barrier;
    if (MYTHREAD == 0)
        printf("%s %ld\n", what, resident() / THREADS);
    upc_barrier;
}

int main(void)
{
    upc_flag_t flags = UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC;
    report("start");
    upc_tick_t begin = upc_ticks_now();
    shared char *block = upc_all_alloc(THREADS, 64);
    unsigned long long ns = upc_ticks_to_ns(upc_ticks_now() - begin);
    report("allocation");
    one[MYTHREAD] = MYTHREAD;
    upc_barrier;
    for (int i = 0; i < 20; i++)
    {
        upc_all_broadcast(small_to, small_from, sizeof(int), flags);
        upc_all_reduceI(sum, one, UPC_ADD, THREADS, 1, 0, flags);
    }
    report("collectives");
    if (MYTHREAD == 0)
        printf("all_alloc %llu\n", ns);
    upc_barrier;
    upc_all_free(block);
    return sum[0] == THREADS * (THREADS - 1) / 2 || MYTHREAD != 0 ? 0 : 4;
}
