// conformance: NB-7.9.3-U1
// threads: 2 3
// cflags: -g
// stderr: upcr: thread 1: .*warning: the thread ends without synchronising the transfer that upc_memput_nb started at .*handle_dropped\.upc:38: upc_sync is missing
// stderr: upcr: thread 0: .*warning: the thread ends without synchronising the transfer that bupc_memget_async started at .*handle_dropped\.upc:40: upc_sync is missing
/* Transfers that are synchronised in any order, and in exit handlers, are not told. */
#include <stdlib.h>
#include <bupc_extensions.h>
#include <upc_nb.h>
#include "check.h"

enum { N = 40 };
shared [N] int a[N * THREADS];
static upc_handle_t late;

static void complete(void) { upc_sync(late); }

/* Many at once, completed in an order that is neither the first nor the last one. */
static void many(int to)
{
    static int local[N];
    upc_handle_t handle[N];
    for (int i = 0; i < N; i++)
        handle[i] = upc_memget_nb(&local[i], &a[N * to + i], sizeof(int));
    for (int i = 0; i < N; i++)
        upc_sync(handle[7 * i % N]);
}

int main(void)
{
    static int local[N];
    int to = (MYTHREAD + 1) % THREADS;
    for (int round = 0; round < 3; round++)
        many(to);
    late = upc_memset_nb(&a[N * to], 0, sizeof(int));
    atexit(complete);
    if (MYTHREAD == 1)
        (void)upc_memput_nb(&a[N * to + 1], local, sizeof(int));
    else
        (void)bupc_memget_async(local, &a[N * to + 1], sizeof(int));
    upc_sync(UPC_COMPLETE_HANDLE);
    CHECK_EQ(upc_sync_attempt(UPC_COMPLETE_HANDLE) != 0, 1);
    check_done();
    return 0;
}
