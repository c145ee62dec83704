// threads: 1 3
// status: nonzero
// stderr: upcx_tasks_end: called in a task
// expect-nothing
#include <upc.h>
#include <upcx_tasks.h>

static void nothing(const void *argument, void *result) {
    (void)argument;
    (void)result;
}

static void end(const void *argument, void *result) {
    nothing(argument, result);
    upcx_tasks_end();
}

int main(void) {
    upcx_tasks_begin(1);
    upcx_task_start(MYTHREAD, end, 0, 0);
    upcx_tasks_end();
    return 0;
}
