// conformance: CORE-7.2.4.6-S1 CORE-7.2.4.6-S2 CORE-7.2.4.6-S3 CORE-7.2.4.3-S1 CORE-7.2.4.8-S1
#include "check.h"

shared long counter;
shared [] long history[2];
upc_lock_t *lock;
upc_lock_t *shared same[THREADS];

int main(void)
{
    lock = upc_all_lock_alloc();
    CHECK(lock != NULL);
    same[MYTHREAD] = lock;
    upc_barrier;
    CHECK(same[(MYTHREAD + 1) % THREADS] == lock);
    for (int i = 0; i < 300; i++) {
        upc_lock(lock);
        long before = counter;
        history[before % 2] = before;
        counter = before + 1;
        upc_unlock(lock);
    }
    upc_barrier;
    CHECK_EQ(counter, 300 * THREADS);
    CHECK_EQ(history[(counter - 1) % 2], counter - 1);
    upc_all_lock_free(lock);
    check_done();
    return 0;
}
