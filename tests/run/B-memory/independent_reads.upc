// conformance: MEM-B.2-S4 MEM-B.5-S4
// Litmus L6: two readers with strict reads agree on the order of two independent writes, and never
// see a value go back.
// threads: 4 5
#include "check.h"

#define ROUNDS 150
shared [] int x[ROUNDS], y[ROUNDS];
shared int first[8 * THREADS], second[8 * THREADS];
shared int counter;

static int strict_read(shared [] int *p) { return *(strict shared [] int *)p; }

static void watch(void)
{
    if (MYTHREAD == 0)
        for (int i = 1; i <= 500; i++)
            *(relaxed shared int *)&counter = i;
    for (int last = 0, now; MYTHREAD != 0 && last < 500; last = now) {
        now = *(strict shared int *)&counter;
        CHECK(now >= last);
    }
}

int main(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        int a = 0, b = 0;
        upc_barrier;
        switch (MYTHREAD) {
        case 0: x[i] = 1; break;
        case 1: y[i] = 1; break;
        case 2: a = strict_read(&x[i]), b = strict_read(&y[i]); break;
        case 3: a = strict_read(&y[i]), b = strict_read(&x[i]); break;
        }
        first[MYTHREAD] = a, second[MYTHREAD] = b;
        upc_barrier;
        CHECK(!(first[2] == 1 && second[2] == 0 && first[3] == 1 && second[3] == 0));
    }
    watch();
    check_done();
    return 0;
}
