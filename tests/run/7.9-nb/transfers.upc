// conformance: NB-7.9.2-S1 NB-7.9.3-S1 NB-7.9.6.1-S1 NB-7.9.6.2-S1 NB-7.9.7.2-S1
#include "check.h"

#ifdef __UPC_NB__
#include <upc_nb.h>
shared [64] int a[64 * THREADS], b[64 * THREADS];

int main(void)
{
    int mine[64], got[64], next = (MYTHREAD + 1) % THREADS;
    for (int i = 0; i < 64; i++)
        mine[i] = 100 * MYTHREAD + i;
    upc_handle_t h = upc_memput_nb(&a[64 * next], mine, sizeof mine);
    upc_sync(h);
    upc_barrier;
    h = upc_memget_nb(got, &a[64 * MYTHREAD], sizeof got);
    while (!upc_sync_attempt(h))
        ;
    int from = (MYTHREAD + THREADS - 1) % THREADS;
    for (int i = 0; i < 64; i++)
        CHECK_EQ(got[i], 100 * from + i);
    upc_memcpy_nbi(&b[64 * next], &a[64 * MYTHREAD], 64 * sizeof(int));
    upc_memset_nbi(&b[64 * next], 0, 0);
    upc_synci();
    CHECK(upc_synci_attempt());
    upc_barrier;
    CHECK_EQ(b[64 * MYTHREAD + 63], 100 * ((from + THREADS - 1) % THREADS) + 63);
    upc_sync(UPC_COMPLETE_HANDLE);
    CHECK(upc_sync_attempt(UPC_COMPLETE_HANDLE));
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
