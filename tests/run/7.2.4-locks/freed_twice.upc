// conformance: CORE-7.2.4.4-U1
// threads: 1 2
// status: nonzero
// stderr: upc_lock_free of a lock that was freed
// expect-nothing
#include <upc.h>

int main(void)
{
    upc_lock_t *lock = upc_global_lock_alloc();
    upc_lock_free(lock);
    upc_lock_free(lock);
    return 0;
}
