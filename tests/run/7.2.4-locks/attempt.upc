// conformance: CORE-7.2.4.7-S1 CORE-7.2.4.7-S2 CORE-7.2.4.8-S1
#include "check.h"

upc_lock_t *lock;
shared int held;

int main(void)
{
    lock = upc_all_lock_alloc();
    if (MYTHREAD == 0)
        CHECK_EQ(upc_lock_attempt(lock), 1);
    upc_barrier;
    if (MYTHREAD != 0)
        CHECK_EQ(upc_lock_attempt(lock), 0);
    upc_barrier;
    if (MYTHREAD == 0)
        upc_unlock(lock);
    upc_barrier;
    if (MYTHREAD == THREADS - 1) {
        CHECK_EQ(upc_lock_attempt(lock), 1);
        upc_unlock(lock);
    }
    upc_barrier;
    for (int done = 0; done < 20;)
        if (upc_lock_attempt(lock)) {
            held++;
            done++;
            upc_unlock(lock);
        }
    upc_barrier;
    CHECK_EQ(held, 20 * THREADS);
    upc_barrier;
    if (MYTHREAD == 0)
        upc_lock_free(lock);
    check_done();
    return 0;
}
