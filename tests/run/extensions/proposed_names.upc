// BUPC_USE_UPC_NAMESPACE; types that must be; casts; masks.
#define BUPC_USE_UPC_NAMESPACE 1
#include <upc.h>
#include "check.h"
#include <string.h>

static shared [4] int a[4 * THREADS];
bupc_assert_type(a[0], shared [4] int);
bupc_assert_type(a[0] + 1, int);
bupc_assert_type(&a[0], shared [4] int *);

int main(void)
{
    int one = 1, right = (MYTHREAD + 1) % THREADS;
    upc_sem_t *sem = upc_sem_alloc(UPC_SEM_INTEGER);
    upc_memput_signal(&a[4 * right], &one, sizeof one, sem, 2);
    upc_sem_waitN(sem, 2);
    upc_sem_free(sem);
    upc_waitsync(upc_memput_async(&a[4 * right + 1], &one, sizeof one));
    upc_barrier;
    bupc_assert_type(right, int);
    CHECK_EQ(a[4 * MYTHREAD] + a[4 * MYTHREAD + 1], 2);

    CHECK(bupc_castable(&a[4 * MYTHREAD]) && bupc_thread_castable(MYTHREAD) && !bupc_thread_castable(-1) &&
          !bupc_thread_castable(THREADS));
    CHECK(*(int *)bupc_cast(&a[4 * MYTHREAD]) == 1 && bupc_cast(NULL) == NULL);
    for (int t = 0; t < THREADS; t++)
        CHECK(!bupc_castable(&a[4 * t]) == !bupc_cast(&a[4 * t]));

    bupc_trace_setmask("PGB");
    bupc_stats_setmask("PGB");
    bupc_trace_settracelocal(1);
    bupc_trace_printf(("not evaluated %d", CHECK(0)));
    CHECK(strcmp(bupc_trace_getmask(), "") == 0 && strcmp(bupc_stats_getmask(), "") == 0 && bupc_trace_gettracelocal() == 0);
    check_done();
    return 0;
}
