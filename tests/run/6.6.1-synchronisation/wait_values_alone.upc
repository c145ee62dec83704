// conformance: LANG-6.6.1-S13
// No notify has a value: differing values at upc_wait do no harm.
#include "check.h"

int main(void)
{
    upc_notify;
    upc_wait MYTHREAD;
    check_done();
    return 0;
}
