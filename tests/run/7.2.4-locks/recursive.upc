// conformance: CORE-7.2.4.6-U1
// status: nonzero
// stderr: (?i)lock
// expect-nothing
#include <upc.h>

int main(void)
{
    upc_lock_t *lock = upc_global_lock_alloc();
    upc_lock(lock);
    upc_lock(lock);
    return 0;
}
