// <upc.h> alone has the transfers of <upc_nb.h>, and upc_poll. With that header after it they are
// the same.
#include <upc.h>

static shared [4] int a[4 * THREADS];
static shared strict int ready[THREADS];

static upc_handle_t put(int where, const int *value)
{
    upc_handle_t h = UPC_COMPLETE_HANDLE;
    if (h == UPC_COMPLETE_HANDLE)
        h = upc_memput_nb(&a[4 * where], value, 2 * sizeof *value);
    return h;
}

#include <upc_nb.h>
#include <upc_atomic.h>
#include "check.h"

static upc_atomicdomain_t *sums;

int main(void)
{
    int right = (MYTHREAD + 1) % THREADS, two[2] = {MYTHREAD, 7}, got[2];
    upc_sync(put(right, two));
    upc_memset_nbi(&a[4 * right + 2], 0, sizeof(int));
    upc_synci();
    ready[right] = 1;
    while (!ready[MYTHREAD])
        upc_poll();
    upc_handle_t h = upc_memget_nb(got, &a[4 * MYTHREAD], sizeof got);
    while (!upc_sync_attempt(h))
        upc_poll();
    CHECK_EQ(got[0], (MYTHREAD + THREADS - 1) % THREADS);
    CHECK_EQ(got[1], 7);
    CHECK(UPC_COMPLETE_HANDLE == (upc_handle_t)0);

    /* The names that GNU UPC and Clang UPC have for the answer. */
    int fast = upc_atomic_isfast(UPC_INT, UPC_ADD, &a[0]);
    CHECK(fast == UPC_ATOMIC_PERFORMANCE_FAST || fast == UPC_ATOMIC_PERFORMANCE_NOT_FAST);
    sums = upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD, 0);
    upc_all_atomicdomain_free(sums);
    check_done();
    return 0;
}
