// conformance: LANG-6.6.1-S16
// status: nonzero
// stderr: (?i)upc_notify|upc_barrier
// expect-nothing
#include <upc.h>

int main(void)
{
    upc_notify;
    upc_barrier;
    upc_wait;
    return 0;
}
