// conformance: CORE-7.2.4.4-U1
// threads: 1 2
// status: nonzero
// stderr: upc_lock_free of a pointer that is no lock
// expect-nothing
#include <upc.h>

int main(void)
{
    static shared int x;
    upc_lock_free((upc_lock_t *)(shared void *)&x);
    return 0;
}
