// conformance: LANG-6.6.1-S11
// threads: 2 3 4
// status: nonzero
// stderr: (?i)upc_wait|barrier
// expect-nothing
#include <upc.h>

int main(void)
{
    if (MYTHREAD == 0)
        upc_notify 5;
    else
        upc_notify;
    if (MYTHREAD == 1)
        upc_wait 6;
    else
        upc_wait;
    upc_barrier;
    return 0;
}
