// threads: 1 3
// status: nonzero
// stderr: upcx_task_start: there is no thread 99; threads are 0 to
// expect-nothing
#include <upc.h>
#include <upcx_tasks.h>

static void nothing(const void *argument, void *result) {
    (void)argument;
    (void)result;
}

int main(void) {
    upcx_tasks_begin(1);
    upcx_task_start(99, nothing, 0, 0);
    upcx_tasks_end();
    return 0;
}
