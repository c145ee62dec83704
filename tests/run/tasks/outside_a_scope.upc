// threads: 1 3
// status: nonzero
// stderr: upcx_task_start: there are no tasks before upcx_tasks_begin
// expect-nothing
#include <upc.h>
#include <upcx_tasks.h>

static void nothing(const void *argument, void *result) {
    (void)argument;
    (void)result;
}

int main(void) {
    upcx_task_start(0, nothing, 0, 0);
    return 0;
}
