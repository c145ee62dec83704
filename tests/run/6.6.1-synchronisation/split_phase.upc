// conformance: LANG-6.6.1-S4 LANG-6.6.1-S6 LANG-6.6.1-S14
// Barriers on some threads match notify and wait on others; a thread works between notify and wait.
#include "check.h"

shared int slot[THREADS];

int main(void)
{
    int private_work = 0;
    for (int round = 1; round <= 30; round++) {
        slot[MYTHREAD] = round;
        if ((MYTHREAD + round) % 3 == 0) {
            upc_barrier round;
        } else {
            upc_notify round;
            private_work += round;
            if (MYTHREAD % 2)
                upc_wait round;
            else
                upc_wait;
        }
        for (int t = 0; t < THREADS; t++)
            CHECK_EQ(slot[t], round);
        upc_barrier;
    }
    check_done();
    return 0;
}
