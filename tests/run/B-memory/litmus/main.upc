// conformance: MEM-B.2-S1 MEM-B.2-S2 MEM-B.2-S3 MEM-B.2-S4 MEM-B.5-S1 MEM-B.5-S4 MEM-B.5-S5 MEM-B.3.1-S2
// threads: 2 4
// launch: -bind core
// Litmus tests. Arguments: the number of batches of each test (4; 1 where accesses are messages),
// which also prints what was seen how often.
#include <stdlib.h>
#include <upc_castable.h>
#include "check.h"
#include "litmus.h"

upc_lock_t *litmus_lock, *litmus_own_lock;

static void run_all(const struct litmus *tests, int batches, int verbose)
{
    for (; tests->name; tests++)
        litmus_run(tests, batches, verbose);
}

static shared int probe[THREADS];
static shared int usual;

/* Thread 0 decides by whether it has the last thread's memory mapped. */
static int usual_batches(void)
{
    if (MYTHREAD == 0)
        usual = upc_cast(&probe[THREADS - 1]) ? 4 : 1;
    upc_barrier;
    return usual;
}

int main(int argc, char **argv)
{
    int verbose = argc > 1, batches = verbose ? atoi(argv[1]) : usual_batches();
    CHECK(batches > 0);
    litmus_lock = upc_all_lock_alloc();
    litmus_own_lock = upc_global_lock_alloc();
    run_all(message_passing, batches, verbose);
    run_all(store_buffering, batches, verbose);
    run_all(coherence, batches, verbose);
    run_all(independent_reads, batches, verbose);
    run_all(load_buffering, batches, verbose);
    run_all(split_barrier, batches, verbose);
    run_all(locks, batches, verbose);
    run_all(copies, batches, verbose);
    upc_lock_free(litmus_own_lock);
    upc_all_lock_free(litmus_lock);
    check_done();
    return 0;
}
