// threads: 1 3
// status: nonzero
// stderr: a task ended with its group open
// expect-nothing
#include <upc.h>
#include <upcx_tasks.h>

static void task(const void *argument, void *result) {
    (void)argument;
    (void)result;
    upcx_task_group_begin();
}

int main(void) {
    upcx_tasks_begin(4);
    upcx_task_start(0, task, 0, 0);
    upcx_tasks_end();
    return 0;
}
