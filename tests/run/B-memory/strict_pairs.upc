// conformance: MEM-B.5-S1 MEM-B.5-S2 MEM-5.1.2.3-S2
// Two threads, all accesses strict: load buffering, and two writers of one variable.
// threads: 2 3
#include "check.h"

#define ROUNDS 200
strict shared [] int x[ROUNDS], y[ROUNDS], z[ROUNDS];
shared int seen[2 * THREADS], won[2 * THREADS];

int main(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        int r = 0, w = 0;
        upc_barrier;
        if (MYTHREAD == 0) {
            r = x[i];
            y[i] = 1;
            z[i] = 1;
            w = z[i];
        } else if (MYTHREAD == 1) {
            r = y[i];
            x[i] = 1;
            z[i] = 2;
            w = z[i];
        }
        seen[MYTHREAD] = r, won[MYTHREAD] = w;
        upc_barrier;
        CHECK(!(seen[0] == 1 && seen[1] == 1));
        CHECK(!(won[0] == 2 && won[1] == 1));
    }
    check_done();
    return 0;
}
