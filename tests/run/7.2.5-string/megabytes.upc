// conformance: CORE-7.2.5.1-S3 CORE-7.2.5.1-S1
#include "check.h"

#define N (3 << 20)
shared [] int *shared part[THREADS];

int main(void)
{
    int *local = malloc(N), next = (MYTHREAD + 1) % THREADS;
    part[MYTHREAD] = upc_alloc(N);
    upc_barrier;
    for (int i = 0; i < N / 4; i++)
        local[i] = i ^ MYTHREAD;
    upc_memput(part[next], local, N);
    upc_barrier;
    upc_memget(local, part[MYTHREAD], N);
    int from = (MYTHREAD + THREADS - 1) % THREADS;
    for (int i = 0; i < N / 4; i++)
        CHECK_EQ(local[i], i ^ from);
    upc_barrier;
    upc_memcpy(part[next] + 1, part[MYTHREAD], 4);
    upc_memset(part[next] + 2, 0x11, N - 8);
    upc_barrier;
    CHECK_EQ(part[MYTHREAD][N / 4 - 1], 0x11111111);
    CHECK_EQ(part[MYTHREAD][1], (from + THREADS - 1) % THREADS); /* 0 ^ the writer before */
    upc_barrier;
    upc_free(part[MYTHREAD]);
    free(local);
    check_done();
    return 0;
}
