// conformance: LANG-6.6.1-S6
// threads: 2 3 4
// Thread 0 waits, between its notify and its wait, for what thread 1 does before its notify.
#include "check.h"

strict shared int ready;

int main(void)
{
    if (MYTHREAD == 0) {
        upc_notify;
        while (!ready)
            ;
        upc_wait;
    } else {
        if (MYTHREAD == 1)
            ready = 1;
        upc_barrier;
    }
    check_done();
    return 0;
}
