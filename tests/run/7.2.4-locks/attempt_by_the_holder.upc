// conformance: CORE-7.2.4.7-U1
// threads: 1 2
// status: nonzero
// stderr: upc_lock_attempt of a lock that the thread already holds
// expect-nothing
#include <upc.h>

int main(void)
{
    upc_lock_t *lock = upc_global_lock_alloc();
    upc_lock(lock);
    upc_lock_attempt(lock);
    return 0;
}
