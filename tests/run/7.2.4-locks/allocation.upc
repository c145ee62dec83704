// conformance: CORE-7.2.4.1-S1 CORE-7.2.4.1-S2 CORE-7.2.4.1-S3 CORE-7.2.4.2-S1 CORE-7.2.4.4-S1 CORE-7.2.4.4-S2
// conformance: CORE-7.2.4.5-S1
#include "check.h"

upc_lock_t *shared locks[THREADS];
shared int protected[THREADS];

int main(void)
{
    upc_lock_t *a = upc_all_lock_alloc(), *b = upc_all_lock_alloc();
    CHECK(a != NULL && b != NULL && a != b);
    locks[MYTHREAD] = upc_global_lock_alloc();
    upc_barrier;
    for (int t = 0; t < THREADS; t++)
        for (int u = 0; u < t; u++)
            CHECK(locks[t] != locks[u]);
    for (int i = 0; i < 20; i++)
        for (int t = 0; t < THREADS; t++) { /* locks of all threads, kept in shared memory */
            upc_lock(locks[t]);
            protected[t]++;
            upc_unlock(locks[t]);
        }
    upc_barrier;
    CHECK_EQ(protected[MYTHREAD], 20 * THREADS);
    upc_barrier;

    upc_lock_free(NULL);
    upc_all_lock_free(NULL);
    upc_lock_free(locks[(MYTHREAD + 1) % THREADS]); /* another thread's */
    upc_all_lock_free(a);
    if (MYTHREAD == 0)
        upc_lock(b);
    upc_barrier;
    if (MYTHREAD == THREADS - 1)
        upc_lock_free(b); /* while it is held */
    upc_barrier;

    for (int i = 0; i < 200; i++) { /* memory of freed locks is used again */
        upc_lock_t *l = upc_global_lock_alloc();
        CHECK(l != NULL);
        upc_lock(l);
        upc_unlock(l);
        upc_lock_free(l);
    }
    if (MYTHREAD == 0)
        locks[0] = upc_global_lock_alloc();
    upc_barrier;
    upc_all_lock_free(locks[0]);
    check_done();
    return 0;
}
