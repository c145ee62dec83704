// conformance: LANG-6.6.1-U1
// status: nonzero
// stderr: (?i)upc_wait
// expect-nothing
#include <upc.h>

int main(void)
{
    upc_wait;
    return 0;
}
