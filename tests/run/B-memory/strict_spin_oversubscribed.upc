// conformance: MEM-5.1.2.3-S2
// threads: 7 12
// A ring of spinning threads, more than there are cores.
#include "check.h"

strict shared int turn;

int main(void)
{
    for (int i = 0; i < 20; i++) {
        while (turn != i * THREADS + MYTHREAD)
            ;
        turn++;
    }
    upc_barrier;
    CHECK_EQ(turn, 20 * THREADS);
    check_done();
    return 0;
}
