// conformance: LANG-6.6.1-S1 LANG-6.6.1-S2 LANG-6.6.1-S3 LANG-6.6.1-S9 LANG-6.6.1-S12
#include "check.h"

shared int value = 9;
static int calls;
static int once(void) { return ++calls; }

int main(void)
{
    upc_barrier 5;
    upc_barrier value;
    upc_barrier 5.75;      /* 5 */
    upc_barrier 'x';
    upc_barrier -1;
    upc_barrier 1ULL << 33 | 3;
    upc_barrier (once());
    CHECK_EQ(calls, 1);
    upc_notify 2 + 3;
    upc_wait 5;
    /* values on some threads only, all equal */
    if (MYTHREAD == 0)
        upc_barrier 8;
    else
        upc_barrier;
    if (MYTHREAD % 2)
        upc_notify 4;
    else
        upc_notify;
    upc_wait;
    check_done();
    return 0;
}
