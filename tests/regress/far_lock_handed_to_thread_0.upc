// threads: 2
// modes: far process mixed
// launch: -bind core
// A lock in another thread's memory is handed to thread 0 by its holder, where the lock's memory
// may be far from both: many times, so that the waiter spins in some of them.
#include "check.h"

static upc_lock_t *shared lock_of_0, *shared lock_of_1;
static shared [] long counts[2];

int main(void)
{
    enum { TURNS = 6000 };
    if (MYTHREAD == 0)
        lock_of_0 = upc_global_lock_alloc();
    else
        lock_of_1 = upc_global_lock_alloc();
    upc_barrier;
    for (int i = 0; i < TURNS; i++) {
        upc_lock_t *lock = i % 2 ? lock_of_0 : lock_of_1;
        upc_lock(lock);
        counts[i % 2]++;
        upc_unlock(lock);
        if (i % 500 == 0)
            upc_barrier;
    }
    upc_barrier;
    CHECK_EQ(counts[0] + counts[1], 2L * TURNS);
    check_done();
    return 0;
}
