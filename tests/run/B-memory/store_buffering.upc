// conformance: MEM-B.2-S2 MEM-B.2-S3 MEM-5.1.2.3-S2
// Litmus L3 and L4: of two threads that each write one variable and read the other, one sees the
// other's write.
// threads: 2 3 4
#include "check.h"

#define ROUNDS 200
shared [] int x[ROUNDS], y[ROUNDS];
shared int seen[2 * THREADS];

static int strict_write_relaxed_read(shared [] int *mine, shared [] int *other)
{
    *(strict shared [] int *)mine = 1;
    return *(relaxed shared [] int *)other;
}

static int relaxed_write_strict_read(shared [] int *mine, shared [] int *other)
{
    *(relaxed shared [] int *)mine = 1;
    return *(strict shared [] int *)other;
}

int main(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        int r = 1;
        upc_barrier;
        if (MYTHREAD == 0)
            r = i % 2 ? strict_write_relaxed_read(&x[i], &y[i])
                      : relaxed_write_strict_read(&x[i], &y[i]);
        else if (MYTHREAD == 1)
            r = i % 2 ? strict_write_relaxed_read(&y[i], &x[i])
                      : relaxed_write_strict_read(&y[i], &x[i]);
        seen[MYTHREAD] = r;
        upc_barrier;
        CHECK(seen[0] + seen[1] > 0);
    }
    check_done();
    return 0;
}
