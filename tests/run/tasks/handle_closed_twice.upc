// threads: 1 3
// status: nonzero
// stderr: upcx_task_wait: no open handle of this thread
// expect-nothing
#include <upc.h>
#include <upcx_tasks.h>

static void nothing(const void *argument, void *result) {
    (void)argument;
    (void)result;
}

int main(void) {
    upcx_tasks_begin(1);
    upcx_task_t task = upcx_task_start_handle(MYTHREAD, nothing, 0, 0);
    upcx_task_wait(task, 0, 0);
    upcx_task_wait(task, 0, 0);
    upcx_tasks_end();
    return 0;
}
