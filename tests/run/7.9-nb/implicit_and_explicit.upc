// conformance: NB-7.9-S1 NB-7.9.2-S2 NB-7.9.2-S3 NB-7.9.2-S4 NB-7.9.7.1-S1 NB-7.9.7.2-S1 NB-7.9.7.2-S2
#include "check.h"
#include <upc_nb.h>

#if __UPC_NB__ != 1
#error __UPC_NB__
#endif
enum { N = 100 };
shared [N] int a[N * THREADS], b[N * THREADS];
strict shared int ready[THREADS];

int main(void)
{
    int to = (MYTHREAD + 1) % THREADS, first[N], second[N];
    CHECK(upc_synci_attempt() != 0); /* nothing is pending */
    for (int i = 0; i < N; i++)
        first[i] = 1000 * MYTHREAD + i;
    upc_handle_t put = upc_memput_nb(&a[N * to], first, sizeof first);
    upc_fence;
    upc_barrier; /* inside the interval: harmless */
    upc_sync(put);
    ready[MYTHREAD] = 1; /* strict: who sees it sees the data */
    while (!ready[(MYTHREAD + THREADS - 1) % THREADS])
        ;
    for (int i = 0; i < N; i++)
        CHECK_EQ(a[N * MYTHREAD + i], 1000 * ((MYTHREAD + THREADS - 1) % THREADS) + i);
    upc_barrier;

    /* Overlapping sources, explicit and implicit; upc_synci leaves the explicit one pending. */
    upc_handle_t whole = upc_memget_nb(first, &a[N * to], sizeof first);
    upc_memget_nbi(second, &a[N * to + 10], 50 * sizeof(int));
    upc_memcpy_nbi(&b[N * MYTHREAD], &a[N * to], 30 * sizeof(int));
    upc_memset_nbi(&b[N * MYTHREAD + 30], 0, 10 * sizeof(int));
    upc_synci();
    CHECK(upc_synci_attempt() != 0);
    while (!upc_sync_attempt(whole))
        ;
    for (int i = 0; i < N; i++)
        CHECK_EQ(first[i], 1000 * MYTHREAD + i);
    for (int i = 0; i < 50; i++)
        CHECK_EQ(second[i], 1000 * MYTHREAD + 10 + i);
    for (int i = 0; i < 40; i++)
        CHECK_EQ(b[N * MYTHREAD + i], i < 30 ? 1000 * MYTHREAD + i : 0);

    while (!upc_synci_attempt())
        ;
    check_done();
    return 0;
}
