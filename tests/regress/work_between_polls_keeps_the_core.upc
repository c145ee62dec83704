// threads: 8
// unsimulated
// A thread that works between its polls keeps its processor, though others poll for nothing: a
// switch for each poll would take longer than the work. Switches are counted, not timed.
#define _GNU_SOURCE
#include "check.h"
#include <bupc_extensions.h>
#include <sys/resource.h>

enum { POLLS = 20000, WORK = 150 };
static strict shared int ended;

static long switches(void)
{
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw + usage.ru_nivcsw;
}

static unsigned work(unsigned x)
{
    for (int i = 0; i < WORK; i++)
        x = x * 1664525u + 1013904223u; /* each step waits for the one before: some 200 ns */
    return x;
}

int main(void)
{
    upc_barrier;
    if (MYTHREAD == 0) {
        volatile unsigned x = 1;
        long before = switches();
        for (int i = 0; i < POLLS; i++) {
            x = work(x);
            bupc_poll();
        }
        long made = switches() - before;
        CHECK(made < POLLS / 4);
        ended = 1;
    } else {
        volatile int over = 0;
        while (!over) {
            bupc_poll();
            over = ended;
        }
    }
    upc_barrier;
    check_done();
    return 0;
}
