// Handles: results come back by value, in any order of waits; tasks of tasks are waited for; the
// largest argument and result.
#include "check.h"
#include <string.h>
#include <upcx_tasks.h>

struct numbers {
    long value[UPCX_TASK_ARGUMENT_MAX / sizeof(long)];
};

static void sum_and_thread(const void *argument, void *result) {
    const struct numbers *in = argument;
    long *out = result;
    for (int i = 0; i < 4; i++)
        CHECK_EQ(out[i], 0);
    for (int i = 0; i < 8; i++)
        out[0] += in->value[i];
    out[1] = MYTHREAD;
    out[3] = in->value[7];
}

static void fibonacci(const void *argument, void *result) {
    int n = *(const int *)argument;
    long *out = result, first = n, second = 0;
    if (n > 1) {
        int less[2] = {n - 1, n - 2};
        upcx_task_t one = upcx_task_start_handle(n % 3 ? UPCX_TASK_ANY : (MYTHREAD + 1) % THREADS,
                                                 fibonacci, &less[0], sizeof(int));
        upcx_task_t two = upcx_task_start_handle(UPCX_TASK_ANY, fibonacci, &less[1], sizeof(int));
        upcx_task_wait(one, &first, sizeof first);
        upcx_task_wait(two, &second, sizeof second);
    }
    *out = first + second;
}

int main(void) {
    upcx_tasks_begin(200);
    for (int round = 0; round < 3; round++) {
        upcx_task_t task[2 * THREADS];
        for (int i = 0; i < 2 * THREADS; i++) {
            struct numbers in;
            for (int k = 0; k < 8; k++)
                in.value[k] = 100 * MYTHREAD + 10 * i + k + round;
            task[i] = upcx_task_start_handle(i % THREADS, sum_and_thread, &in, sizeof in);
        }
        for (int i = 2 * THREADS - 1; i >= 0; i--) {
            long out[4];
            upcx_task_wait(task[i], out, sizeof out);
            CHECK_EQ(out[0], 8 * (100 * MYTHREAD + 10 * i + round) + 28);
            CHECK_EQ(out[1], i % THREADS);
            CHECK_EQ(out[3], 100 * MYTHREAD + 10 * i + 7 + round);
        }
    }
    int n = 10;
    upcx_task_t root = upcx_task_start_handle(UPCX_TASK_ANY, fibonacci, &n, sizeof n);
    while (!upcx_task_test(root))
        upcx_tasks_progress();
    long out = 0;
    upcx_task_wait(root, &out, sizeof out);
    CHECK_EQ(out, 55);
    upcx_tasks_end();
    check_done();
    return 0;
}
