// threads: 1 3
// status: nonzero
// stderr: upcx_tasks_begin: the scope of the last upcx_tasks_begin has not ended
// expect-nothing
#include <upc.h>
#include <upcx_tasks.h>

static void nothing(const void *argument, void *result) {
    (void)argument;
    (void)result;
}

int main(void) {
    upcx_tasks_begin(1);
    upcx_task_start(0, nothing, 0, 0);
    upcx_tasks_begin(1);
    return 0;
}
