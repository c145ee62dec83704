// All threads start many tasks on one, more than its queue holds and more than its credits last;
// then one starts many for any, which the others take by halves. Each runs exactly once.
#include "check.h"
#include <upcx_tasks.h>

enum { TASKS = 130 };

static shared long ran[THREADS], sum[THREADS];

static void add(const void *argument, void *result) {
    (void)result;
    ran[MYTHREAD]++;
    sum[MYTHREAD] += *(const long *)argument;
}

static void check_all(long starters) {
    long all = 0, total = 0;
    for (int t = 0; t < THREADS; t++) {
        all += ran[t];
        total += sum[t];
    }
    CHECK_EQ(all, starters * TASKS);
    CHECK_EQ(total, starters * TASKS * (starters * TASKS - 1) / 2);
    upc_barrier;
    ran[MYTHREAD] = sum[MYTHREAD] = 0;
}

static void crowd(size_t capacity, int target) {
    upcx_tasks_begin(capacity);
    for (long i = 0; i < TASKS; i++) {
        long number = (long)MYTHREAD * TASKS + i;
        upcx_task_start(target, add, &number, sizeof number);
    }
    upcx_tasks_end();
    CHECK_EQ(ran[target], (long)THREADS * TASKS);
    check_all(THREADS);
}

static void spread(size_t capacity, int starter) {
    upcx_tasks_begin(capacity);
    for (long i = 0; MYTHREAD == starter && i < TASKS; i++)
        upcx_task_start(UPCX_TASK_ANY, add, &i, sizeof i);
    upcx_tasks_end();
    check_all(1);
}

int main(void) {
    static const size_t capacity[] = {1, 7, 8, 50, 1000};
    for (int i = 0; i < 5; i++) {
        crowd(capacity[i], 0);
        crowd(capacity[i], THREADS - 1);
        spread(capacity[i], i % THREADS);
    }
    check_done();
    return 0;
}
