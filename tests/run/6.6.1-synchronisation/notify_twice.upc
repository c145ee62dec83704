// conformance: LANG-6.6.1-U1
// status: nonzero
// stderr: (?i)upc_notify
// expect-nothing
#include <upc.h>

int main(void)
{
    upc_notify;
    upc_notify;
    return 0;
}
