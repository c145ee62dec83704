// conformance: CORE-7.2.1-S1 CORE-7.2.1-S2 ENV-5.1.2.2-S1
// One thread ends all, also those that wait in a barrier or for a lock.
// threads: 1 2 3 4 7
// status: 5
// expect: written before the end
#include <stdio.h>
#include <upc.h>

upc_lock_t *lock;

int main(void)
{
    lock = upc_all_lock_alloc();
    if (MYTHREAD == 0)
        upc_lock(lock);
    upc_barrier;
    if (MYTHREAD == 0) {
        puts("written before the end");
        upc_global_exit(5);
    }
    if (MYTHREAD % 2)
        upc_lock(lock);
    upc_barrier;
    puts("must not be reached");
    return 0;
}
