// conformance: LANG-6.6.1-S11
// threads: 1 3
// status: nonzero
// stderr: (?i)upc_wait|barrier
// expect-nothing
#include <upc.h>

int main(void)
{
    upc_notify 1;
    upc_wait 2;
    return 0;
}
