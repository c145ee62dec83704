// threads: 1 3
// status: nonzero
// stderr: upcx_task_group_end: no group of this task, or of the main program, is open
// expect-nothing
#include <upc.h>
#include <upcx_tasks.h>

static void task(const void *argument, void *result) {
    (void)argument;
    (void)result;
    upcx_task_start(0, task, 0, 0); /* in the task's implicit group */
    upcx_task_group_end();
}

int main(void) {
    upcx_tasks_begin(4);
    upcx_task_group_begin();
    upcx_task_start(0, task, 0, 0);
    upcx_task_group_end();
    upcx_tasks_end();
    return 0;
}
