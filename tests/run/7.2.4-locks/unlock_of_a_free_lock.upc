// conformance: CORE-7.2.4.8-U1
// status: nonzero
// stderr: (?i)upc_unlock|lock
// expect-nothing
#include <upc.h>

int main(void)
{
    upc_unlock(upc_global_lock_alloc());
    return 0;
}
