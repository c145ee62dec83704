// conformance: MEM-B.5-S5 LANG-6.6.1-S8
// Litmus L7: a relaxed write before upc_notify and a relaxed read after it keep their order.
// threads: 2 3 4
#include "check.h"

#define ROUNDS 200
shared [] int x[ROUNDS], y[ROUNDS];
shared int seen[2 * THREADS];

int main(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        int r = 1;
        if (MYTHREAD == 0)
            x[i] = 1;
        else if (MYTHREAD == 1)
            y[i] = 1;
        upc_notify;
        if (MYTHREAD == 0)
            r = y[i];
        else if (MYTHREAD == 1)
            r = x[i];
        upc_wait;
        seen[MYTHREAD] = r;
        upc_barrier;
        CHECK(seen[0] + seen[1] > 0);
        upc_barrier;
    }
    check_done();
    return 0;
}
