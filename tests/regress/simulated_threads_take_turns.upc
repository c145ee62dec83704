// threads: 4
// modes: sim
// Virtual time treats all threads alike: the same one of those that wait for a lock again and again
// does not lose for ever, and an asynchronous transfer of a file ends though all threads wait for
// it.
#include "check.h"
#include <upc_io.h>
#include <stdio.h>
#include <unistd.h>

static shared int64_t token;
static upc_lock_t *lock;

/* The thread whose turn it is must get the lock among three that take it all the time. */
static void turns(void)
{
    for (int64_t round = 0; round < 8; round++)
        for (int64_t seen = -1; seen < (round + 1) * THREADS;) {
            upc_lock(lock);
            seen = token;
            if (seen == round * THREADS + MYTHREAD)
                token = ++seen;
            upc_unlock(lock);
        }
}

static void transfer(void)
{
    char text[16] = "of one thread", name[40];
    snprintf(name, sizeof name, "turns-%d.tmp", (int)getpid()); /* one process has all simulated
                                                                   threads */
    upc_file_t *file =
        upc_all_fopen(name, UPC_RDWR | UPC_CREATE | UPC_INDIVIDUAL_FP | UPC_DELETE_ON_CLOSE, 0, 0);
    CHECK(file != 0);
    upc_all_fseek(file, MYTHREAD * (upc_off_t)sizeof text, UPC_SEEK_SET);
    upc_all_fwrite_local_async(file, text, sizeof text, 1, 0);
    CHECK_EQ(upc_all_fwait_async(file), sizeof text);
    CHECK_EQ(upc_all_fclose(file), 0);
}

int main(void)
{
    lock = upc_all_lock_alloc();
    turns();
    upc_barrier;
    CHECK_EQ(token, 8 * THREADS);
    transfer();
    upc_all_lock_free(lock);
    check_done();
    return 0;
}
