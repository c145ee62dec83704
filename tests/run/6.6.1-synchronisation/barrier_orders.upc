// conformance: LANG-6.6.1-S1 LANG-6.6.1-S5 LANG-6.6.1-S8
#include "check.h"

shared int slot[THREADS];

int main(void)
{
    for (int round = 1; round <= 50; round++) {
        slot[MYTHREAD] = round;
        upc_barrier;
        for (int t = 0; t < THREADS; t++)
            CHECK_EQ(slot[t], round);
        upc_notify;
        upc_wait;
    }
    check_done();
    return 0;
}
