// Waits of two pthreads of one UPC thread that overlap leave no note behind. The supervisor took
// what was left for a wait that still went on, and ended the job for a deadlock that there was not.
// threads: 2
// modes: process far
// cflags: -pthread
// libs: -lpthread
#include <pthread.h>
#include <unistd.h>

#include "check.h"

static upc_lock_t *lock;

/* Begins before the other pthread's barrier, and ends before it. */
static void *wait_for_lock(void *unused)
{
    upc_lock(lock);
    upc_unlock(lock);
    return unused;
}

static void wait_twice(void)
{
    pthread_t other;
    CHECK_EQ(pthread_create(&other, NULL, wait_for_lock, NULL), 0);
    usleep(50000);
    upc_barrier;
    CHECK_EQ(pthread_join(other, NULL), 0);
}

static void hold_meanwhile(void)
{
    usleep(100000);
    upc_unlock(lock);
    usleep(50000);
    upc_barrier;
    upc_lock(lock);
}

int main(void)
{
    lock = upc_all_lock_alloc();
    if (MYTHREAD == 1)
        upc_lock(lock);
    upc_barrier;
    if (MYTHREAD == 0) {
        wait_twice();
        usleep(1600000); /* thread 1 waits for this one, which waits for nobody: looks at both come
                            twice a second */
    } else {
        hold_meanwhile();
    }
    upc_barrier;
    if (MYTHREAD == 1)
        upc_unlock(lock);
    check_done();
    return 0;
}
