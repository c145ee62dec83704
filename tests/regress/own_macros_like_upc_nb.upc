// Macros of a program's own, before <upc.h> and after, for names that it has besides UPC's own.
#define upc_handle_t bupc_handle_t
#define UPC_COMPLETE_HANDLE BUPC_COMPLETE_HANDLE
#define upc_memput_nb(dst, src, n) bupc_memput_async(dst, src, n)
#define upc_sync(h) bupc_waitsync(h)
#include <upc.h>
#include "check.h"
#undef upc_poll
#define upc_poll() do { upc_fence; } while (0)

static shared int a[THREADS];

int main(void)
{
    int one = 1;
    upc_handle_t h = UPC_COMPLETE_HANDLE;
    h = upc_memput_nb(&a[(MYTHREAD + 1) % THREADS], &one, sizeof one);
    upc_sync(h);
    upc_poll();
    upc_barrier;
    CHECK_EQ(a[MYTHREAD], 1);
    check_done();
    return 0;
}
