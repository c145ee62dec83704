// conformance: COLL-7.4.2.1-S1 COLL-7.4.2.2-S1 COLL-7.4.2.3-S1 COLL-7.4.2.4-S1 COLL-7.4.2.5-S1 COLL-7.4.2.6-S1
// conformance: COLL-7.4.2-S2
#include "check.h"
#include <upc_collective.h>

#ifdef __UPC_COLLECTIVE__
#define N 5
#define SYNC (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC)
shared [] int *root;
shared [N] int blocks[N * THREADS], result[N * THREADS];
shared int perm[THREADS];

int main(void)
{
    typedef shared [] int *list_t;
    static shared list_t box;
    int last = THREADS - 1;
    if (MYTHREAD == last) { /* a root that is not thread 0 */
        box = upc_alloc(N * THREADS * sizeof(int));
        for (int i = 0; i < N * THREADS; i++)
            box[i] = 100 + i;
    }
    for (int i = 0; i < N; i++)
        blocks[N * MYTHREAD + i] = 10 * MYTHREAD + i;
    perm[MYTHREAD] = (MYTHREAD + 1) % THREADS;
    upc_barrier;
    root = box;

    upc_all_broadcast(result, root, N * sizeof(int), SYNC);
    for (int i = 0; i < N * THREADS; i++)
        CHECK_EQ(result[i], 100 + i % N);
    upc_all_scatter(result, root, N * sizeof(int), SYNC);
    for (int i = 0; i < N * THREADS; i++)
        CHECK_EQ(result[i], 100 + i);
    upc_all_permute(result, blocks, perm, N * sizeof(int), SYNC);
    for (int i = 0; i < N * THREADS; i++)
        CHECK_EQ(result[i], 10 * ((i / N + last) % THREADS) + i % N);
    upc_all_gather(root, blocks, N * sizeof(int), SYNC);
    for (int i = 0; i < N * THREADS; i++)
        CHECK_EQ(root[i], 10 * (i / N) + i % N);

    size_t bytes = N * sizeof(int);
    shared int *all = upc_all_alloc(THREADS, bytes * THREADS),
               *out = upc_all_alloc(THREADS, bytes * THREADS);
    upc_all_gather_all(all, blocks, bytes, SYNC);
    int *local = (int *)(all + MYTHREAD);
    for (int i = 0; i < N * THREADS; i++)
        CHECK_EQ(local[i], 10 * (i / N) + i % N);
    for (int i = 0; i < N * THREADS; i++)
        local[i] += 1000 * MYTHREAD;
    upc_all_exchange(out, all, bytes, SYNC);
    local = (int *)(out + MYTHREAD);
    for (int i = 0; i < N * THREADS; i++)
        CHECK_EQ(local[i], 1000 * (i / N) + 10 * MYTHREAD + i % N);
    upc_all_free(all);
    upc_all_free(out);
    check_done();
    return 0;
}
#else
int main(void)
{
    check_done();
    return 0;
}
#endif
