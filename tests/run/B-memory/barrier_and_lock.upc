// conformance: MEM-B.2-S1 MEM-B.3.1-S2 MEM-5.1.2.3-S3
// Litmus L8 and L9: data written before a barrier, or under a lock, are seen after it, or under the
// same lock.
#include "check.h"

relaxed shared int data[THREADS];
relaxed shared [] long pair[2];
upc_lock_t *lock;

int main(void)
{
    lock = upc_all_lock_alloc();
    for (int i = 1; i <= 100; i++) {
        data[MYTHREAD] = i;
        if (i % 2) {
            upc_barrier;
        } else {
            upc_notify;
            upc_wait;
        }
        CHECK_EQ(data[(MYTHREAD + 1) % THREADS], i);
        upc_barrier;
        upc_lock(lock);
        CHECK_EQ(pair[0], pair[1]);
        pair[0]++;
        pair[1]++;
        upc_unlock(lock);
    }
    upc_barrier;
    CHECK_EQ(pair[0], 100 * THREADS);
    upc_all_lock_free(lock);
    check_done();
    return 0;
}
