// conformance: CORE-7.2.2.4-S2
// launch: -shared-heap 8MB
// Every thread allocates, its neighbour frees, for much more than the heap in all.
#include "check.h"

shared [] char *shared box[THREADS];

int main(void)
{
    for (int round = 0; round < 40; round++) {
        shared [] char *p = upc_alloc(1 << 20);
        CHECK(p != NULL);
        p[5] = round;
        box[MYTHREAD] = p;
        upc_barrier;
        shared [] char *theirs = box[(MYTHREAD + 1) % THREADS];
        CHECK_EQ(theirs[5], round);
        upc_free(theirs);
        upc_barrier;
    }
    check_done();
    return 0;
}
