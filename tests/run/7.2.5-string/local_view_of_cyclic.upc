// conformance: CORE-7.2.5.2-S2 CORE-7.2.5.1-S2
// Consecutive bytes are those of one thread, whatever the declared layout.
#include "check.h"

shared int a[8 * THREADS];
shared [3] int b[6 * THREADS];

int main(void)
{
    int got[8];
    upc_forall (int i = 0; i < 8 * THREADS; i++; &a[i])
        a[i] = i;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
        upc_memget(got, &a[t], sizeof got);
        for (int k = 0; k < 8; k++)
            CHECK_EQ(got[k], t + k * THREADS);
    }
    if (MYTHREAD == 0)
        for (int t = 0; t < THREADS; t++)
            upc_memput(&b[3 * t], (int[]){1, 2, 3, 4, 5, 6}, 6 * sizeof(int));
    upc_barrier;
    for (int i = 0; i < 6 * THREADS; i++)
        CHECK_EQ(b[i], i / (3 * THREADS) * 3 + i % 3 + 1);
    check_done();
    return 0;
}
