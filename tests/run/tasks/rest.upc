// Threads sleep in upcx_tasks_end and upcx_task_wait, until tasks for them or for any come, from
// main programs and from tasks, or all have ended.
#include "check.h"
#include <time.h>
#include <upcx_tasks.h>

enum { ROUNDS = 4 };

static shared long ran[THREADS];

// Without calls of the runtime, far longer than the others look for tasks before they sleep.
static void compute(void) {
    struct timespec now, begin;
    timespec_get(&begin, TIME_UTC);
    do
        timespec_get(&now, TIME_UTC);
    while ((now.tv_sec - begin.tv_sec) * 1000000000 + now.tv_nsec - begin.tv_nsec < 20000000);
}

static void count(const void *argument, void *result) {
    (void)argument;
    ran[MYTHREAD]++;
    *(long *)result = 7;
}

// Waits for a task of the next thread, which may sleep, while the others sleep.
static void relay(const void *argument, void *result) {
    (void)argument;
    (void)result;
    long seven = 0;
    compute();
    upcx_task_t task = upcx_task_start_handle((MYTHREAD + 1) % THREADS, count, 0, 0);
    upcx_task_wait(task, &seven, sizeof seven);
    CHECK_EQ(seven, 7);
    for (int i = 0; i < THREADS; i++)
        upcx_task_start(UPCX_TASK_ANY, count, 0, 0);
}

int main(void) {
    long all = 0;
    for (int round = 0; round < ROUNDS; round++) {
        upcx_tasks_begin(10);
        if (MYTHREAD == round % THREADS) {
            compute();
            upcx_task_start((MYTHREAD + 1) % THREADS, relay, 0, 0);
            upcx_task_start(UPCX_TASK_ANY, relay, 0, 0);
            compute();
        }
        upcx_tasks_end();
    }
    for (int t = 0; t < THREADS; t++)
        all += ran[t];
    CHECK_EQ(all, ROUNDS * 2 * (1 + THREADS));
    check_done();
    return 0;
}
