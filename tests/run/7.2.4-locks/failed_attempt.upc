// conformance: MEM-B.3.1-S3 CORE-7.2.4.7-S1
// threads: 2 3
#include "check.h"

/* A failed attempt orders nothing and leaves the lock to its holder. */
int main(void)
{
    upc_lock_t *lock = upc_all_lock_alloc();
    if (MYTHREAD == 0)
        upc_lock(lock);
    upc_barrier;
    if (MYTHREAD != 0)
        for (int i = 0; i < 10; i++)
            CHECK_EQ(upc_lock_attempt(lock), 0);
    upc_barrier;
    if (MYTHREAD == 0)
        upc_unlock(lock);
    upc_barrier;
    if (MYTHREAD == 1) {
        CHECK_EQ(upc_lock_attempt(lock), 1);
        upc_unlock(lock);
    }
    check_done();
    return 0;
}
