// conformance: CORE-7.2.4.6-S2
// threads: 2 3
/* A thread that gives a lock back and takes it again at once does not keep it from the others for
 * ever. */
#include "check.h"

static shared int had_it[THREADS];
static shared int count;

int main(void)
{
    upc_lock_t *lock = upc_all_lock_alloc();
    upc_barrier;
    if (MYTHREAD == 0) {
        for (int all = 0; !all;) {
            upc_lock(lock);
            all = count == THREADS - 1;
            upc_unlock(lock);
        }
    } else {
        upc_lock(lock);
        had_it[MYTHREAD] = 1;
        count++;
        upc_unlock(lock);
    }
    upc_barrier;
    for (int t = 1; t < THREADS; t++)
        CHECK_EQ(had_it[t], 1);
    upc_all_lock_free(lock);
    check_done();
    return 0;
}
