// threads: 1 3
// status: nonzero
// stderr: upc_notify or upc_barrier is called in a task; only the main programs
// expect-nothing
#include <upc.h>
#include <upcx_tasks.h>

static void meet(const void *argument, void *result)
{
    (void)argument;
    (void)result;
    upc_barrier;
}

int main(void)
{
    upcx_tasks_begin(1);
    if (MYTHREAD == 0)
        upcx_task_start(THREADS - 1, meet, 0, 0);
    upcx_tasks_end();
    return 0;
}
