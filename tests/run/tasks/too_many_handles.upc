// threads: 1 3
// status: nonzero
// stderr: upcx_task_start_handle: all 2 handles and groups are open
// expect-nothing
#include <upc.h>
#include <upcx_tasks.h>

static void nothing(const void *argument, void *result) {
    (void)argument;
    (void)result;
}

int main(void) {
    upcx_tasks_begin(2);
    for (int i = 0; i < 3; i++)
        (void)upcx_task_start_handle(MYTHREAD, nothing, 0, 0);
    upcx_tasks_end();
    return 0;
}
