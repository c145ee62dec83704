// conformance: COLL-7.4.2.1-S2 COLL-7.4.2.1-S3 COLL-7.4.2-S2
#include "check.h"
#include <upc_collective.h>

enum { N = 8 };
shared [N] int dst[N * THREADS], src[N * THREADS];

int main(void)
{
    for (int i = 0; i < N; i++) {
        dst[N * MYTHREAD + i] = -1;
        src[N * MYTHREAD + i] = 100 * MYTHREAD + i;
    }
    int last = THREADS - 1;
    /* Three elements from the middle of the last thread's block. */
    upc_all_broadcast(dst, &src[N * last + 2], 3 * sizeof(int), 0);
    for (int i = 0; i < N; i++)
        CHECK_EQ(dst[N * MYTHREAD + i], i < 3 ? 100 * last + 2 + i : -1);
    upc_barrier;

    /* A destination with a phase: the same place in every thread's block. */
    upc_all_broadcast(&dst[4], src, 2 * sizeof(int), 0);
    CHECK_EQ(dst[N * MYTHREAD + 4], 0);
    CHECK_EQ(dst[N * MYTHREAD + 5], 1);
    CHECK_EQ(dst[N * MYTHREAD + 6], -1);
    upc_barrier;

    /* Allocated arrays. */
    shared [5] char *heap = (shared [5] char *)upc_all_alloc(THREADS, 5);
    upc_all_broadcast(heap, src, 4, 0);
    for (int i = 0; i < 4; i++)
        CHECK_EQ(heap[5 * MYTHREAD + i], 0);
    check_done();
    return 0;
}
