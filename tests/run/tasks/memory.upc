// What a task sees of its starter's relaxed writes, its starter of the task's, and all threads of
// all tasks' after the end, whatever thread has the data.
#include "check.h"
#include <upc_relaxed.h>
#include <upcx_tasks.h>

enum { N = 40 };

static shared long in[N * THREADS], out[N * THREADS];

static void copy(const void *argument, void *result) {
    int first = *(const int *)argument;
    for (int i = 0; i < N; i++)
        out[(first + i) % (N * THREADS)] = in[(first + i) % (N * THREADS)] + 1;
}

int main(void) {
    for (int round = 0; round < 4; round++) {
        int first = MYTHREAD * N;
        upcx_tasks_begin(16);
        for (int i = 0; i < N; i++)
            in[first + i] = round * 1000 + i;
        upcx_task_t task =
            upcx_task_start_handle((MYTHREAD + 1) % THREADS, copy, &first, sizeof first);
        upcx_task_wait(task, 0, 0);
        for (int i = 0; i < N; i++)
            CHECK_EQ(out[first + i], round * 1000 + i + 1);
        for (int i = 0; i < N; i++)
            in[first + i] = -i;
        upcx_task_start(UPCX_TASK_ANY, copy, &first, sizeof first);
        upcx_tasks_end();
        for (int t = 0; t < THREADS; t++)
            for (int i = 0; i < N; i++)
                CHECK_EQ(out[t * N + i], 1 - i);
        upc_barrier;
    }
    check_done();
    return 0;
}
