// Non-blocking and strided transfers of bupc_extensions.h.
#include "check.h"
#include <bupc_extensions.h>

static shared [60] int a[60 * THREADS], b[60 * THREADS];

int main(void)
{
    int mine[60], got[60], right = (MYTHREAD + 1) % THREADS,
                           left = (MYTHREAD + THREADS - 1) % THREADS;
    bupc_handle_t h[3] = {BUPC_COMPLETE_HANDLE, BUPC_COMPLETE_HANDLE, BUPC_COMPLETE_HANDLE};
    for (int i = 0; i < 60; i++)
        mine[i] = 100 * MYTHREAD + i;
    h[0] = bupc_memput_async(&a[60 * right], mine, sizeof mine);
    bupc_waitsync(h[0]);
    upc_barrier;
    h[0] = bupc_memget_async(got, &a[60 * MYTHREAD], 30 * sizeof(int));
    h[1] = bupc_memget_async(got + 30, &a[60 * MYTHREAD + 30], 30 * sizeof(int));
    bupc_waitsync_all(h, 3);
    CHECK(h[0] == BUPC_COMPLETE_HANDLE && bupc_trysync(h[1]) && bupc_trysync_all(h, 3));
    for (int i = 0; i < 60; i++)
        CHECK_EQ(got[i], 100 * left + i);
    bupc_memset_asynci(&b[60 * right], 0, 60 * sizeof(int));
    bupc_waitsynci();
    upc_barrier;

    /* Column 1 of 10 rows of 6 to three columns of 4 rows with a gap, and back to a row. */
    bupc_memput_fstrided(&b[60 * right], 2 * sizeof(int), 5 * sizeof(int), 5, mine + 1, sizeof(int),
                         6 * sizeof(int), 10);
    upc_barrier;
    for (int i = 0; i < 10; i++)
        CHECK_EQ(b[60 * MYTHREAD + i / 2 * 5 + i % 2], 100 * left + 6 * i + 1);
    CHECK_EQ(b[60 * MYTHREAD + 2], 0);
    bupc_memget_fstrided(got, 10 * sizeof(int), 0, 1, &b[60 * right], 2 * sizeof(int),
                         5 * sizeof(int), 5);
    for (int i = 0; i < 10; i++)
        CHECK_EQ(got[i], mine[6 * i + 1]);
    upc_barrier;
    bupc_waitsync(bupc_memcpy_fstrided_async(&b[60 * MYTHREAD], 6 * sizeof(int), 6 * sizeof(int), 2,
                                             &a[60 * right + 3], 3 * sizeof(int), 10 * sizeof(int),
                                             4));
    for (int i = 0; i < 12; i++)
        CHECK_EQ(b[60 * MYTHREAD + i], 100 * MYTHREAD + 3 + i / 3 * 10 + i % 3);
    check_done();
    return 0;
}
