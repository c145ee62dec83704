// BUPC_USE_UPC_NAMESPACE; types that must be; casts; masks.
#define BUPC_USE_UPC_NAMESPACE 1
#include <upc.h>
#include <bupc_collectivev.h>
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

    CHECK(bupc_castable(&a[4 * MYTHREAD]) && bupc_thread_castable(MYTHREAD) &&
          !bupc_thread_castable(-1) && !bupc_thread_castable(THREADS));
    CHECK(*(int *)bupc_cast(&a[4 * MYTHREAD]) == 1 && bupc_cast(NULL) == NULL);
    for (int t = 0; t < THREADS; t++)
        CHECK(!bupc_castable(&a[4 * t]) == !bupc_cast(&a[4 * t]));

    upc_tick_t start = upc_ticks_now();
    CHECK(upc_ticks_to_us(start) == upc_ticks_to_ns(start) / 1000 && start <= UPC_TICK_MAX);
    CHECK(upc_tick_granularityus() > 0 && upc_tick_overheadus() >= 0);
    upc_handle_t none = UPC_COMPLETE_HANDLE;
    upc_waitsync(none);
    upc_poll();
    CHECK_EQ(upc_thread_distance(MYTHREAD, MYTHREAD), UPC_THREADS_SAME);
    CHECK(upc_castable(&a[4 * MYTHREAD]) && upc_thread_castable(MYTHREAD));
    CHECK(upc_inverse_cast(upc_cast(&a[4 * MYTHREAD])) == &a[4 * MYTHREAD]);
    CHECK_EQ(upc_atomicI_fetchadd_strict(&a[4 * MYTHREAD + 2], 3), 0);
    CHECK_EQ(upc_allv_reduce_all(int, 1, UPC_ADD), THREADS);
    char text[UPC_DUMP_MIN_LENGTH];
    CHECK_EQ(upc_dump_shared(&a[0], text, sizeof text), 0);
    CHECK(upc_getenv("NO_SUCH_NAME") == NULL);

    bupc_trace_setmask("PGB");
    bupc_stats_setmask("PGB");
    bupc_trace_settracelocal(1);
    bupc_trace_printf(("not evaluated %d", CHECK(0)));
    CHECK(strcmp(bupc_trace_getmask(), "") == 0 && strcmp(bupc_stats_getmask(), "") == 0 &&
          bupc_trace_gettracelocal() == 0);
    check_done();
    return 0;
}
