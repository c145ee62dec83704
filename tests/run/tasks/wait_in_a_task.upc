// A task that runs between upc_notify and upc_wait.
// threads: 1 3
// status: nonzero
// stderr: upc_wait is called in a task; only the main programs
// expect-nothing
#include <upc.h>
#include <upcx_tasks.h>

static void wait(const void *argument, void *result)
{
    (void)argument;
    (void)result;
    upc_wait;
}

int main(void)
{
    upcx_tasks_begin(1);
    upcx_task_start(MYTHREAD, wait, 0, 0);
    upc_notify;
    upcx_tasks_progress();
    upc_wait;
    upcx_tasks_end();
    return 0;
}
