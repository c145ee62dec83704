// threads: 1 3
// status: nonzero
// stderr: upcx_tasks_end: 1 handles are open
// expect-nothing
#include <upc.h>
#include <upcx_tasks.h>

static void nothing(const void *argument, void *result) {
    (void)argument;
    (void)result;
}

int main(void) {
    upcx_tasks_begin(1);
    (void)upcx_task_start_handle(0, nothing, 0, 0);
    upcx_tasks_end();
    return 0;
}
