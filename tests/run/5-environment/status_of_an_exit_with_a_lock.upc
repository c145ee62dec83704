// threads: 2 3 4
// modes: process far pthreads mixed nodes
// status: 5
// stderr: waits for a lock that thread 0 holds, which has ended without upc_unlock
// expect-nothing
#include <stdlib.h>
#include <upc.h>

int main(void)
{
    upc_lock_t *lock = upc_all_lock_alloc();
    if (MYTHREAD == 0)
        upc_lock(lock);
    upc_barrier;
    if (MYTHREAD == 0)
        exit(5);
    upc_lock(lock);
    return 0;
}
