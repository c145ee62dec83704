// conformance: CORE-7.2.4.4-U2
// threads: 2 3
// status: nonzero
// stderr: upc_lock_free of a lock that thread|of a lock that was freed
// expect-nothing
#include <upc.h>

int main(void)
{
    static strict shared int waiting;
    upc_lock_t *lock = upc_all_lock_alloc();
    if (MYTHREAD == 0)
        upc_lock(lock);
    upc_barrier;
    if (MYTHREAD == 1) {
        waiting = 1;
        upc_lock(lock);
    } else if (MYTHREAD == 0) {
        while (!waiting)
            ;
        upc_lock_free(lock);
    }
    return 0;
}
