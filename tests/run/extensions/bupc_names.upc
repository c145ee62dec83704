// What upc.h brings beside: clock, pointers, threads.
// env: BUPC_TEST_VALUE=here
#include "check.h"
#include <string.h>

#ifdef __BERKELEY_UPC__
#error that is another compiler
#endif

static shared [3] int a[9 * THREADS];
static shared strict int flag;

int main(void)
{
    bupc_tick_t start = bupc_ticks_now();
    CHECK(bupc_ticks_now() >= start);
    CHECK_EQ(bupc_ticks_to_us(start), bupc_ticks_to_ns(start) / 1000);
    CHECK(bupc_tick_granularityus() > 0 && bupc_tick_overheadus() >= 0);
    CHECK(strcmp(bupc_getenv("BUPC_TEST_VALUE"), "here") == 0);
    CHECK_EQ(bupc_thread_distance(MYTHREAD, MYTHREAD), BUPC_THREADS_SAME);
    CHECK(THREADS == 1 || bupc_thread_distance(0, THREADS - 1) > BUPC_THREADS_SAME);

    char text[BUPC_DUMP_MIN_LENGTH];
    shared [3] int *last = &a[9 * THREADS - 2];
    CHECK_EQ(bupc_dump_shared(last, text, sizeof text), 0);
    CHECK(strstr(text, "phase=1") != NULL);
    CHECK_EQ(bupc_dump_shared(last, text, 3), -1);
    CHECK_EQ(bupc_dump_shared(NULL, text, sizeof text), 0);

    for (int i = 0; i < 9 * THREADS; i++) {
        shared void *p = bupc_ptradd(a, 3, sizeof(int), i);
        CHECK((shared [3] int *)p == &a[i]);
        CHECK_EQ(upc_phaseof(p), i % 3);
        CHECK((shared [3] int *)bupc_ptradd(p, 3, sizeof(int), -i) == a);
    }
    CHECK((shared [] int *)bupc_ptradd(a, 0, sizeof(int), 2) == (shared [] int *)&a[2]);

    if (MYTHREAD == 0)
        flag = 1;
    while (!flag)
        bupc_poll();
    check_done();
    bupc_exit(0);
}
