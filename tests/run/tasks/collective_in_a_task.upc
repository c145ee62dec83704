// threads: 1 3
// status: nonzero
// stderr: upc_all_alloc is called in a task; only the main programs
// expect-nothing
#include <upc.h>
#include <upcx_tasks.h>

static void allocate(const void *argument, void *result)
{
    (void)argument;
    *(int *)result = upc_all_alloc(THREADS, 4) != NULL;
}

int main(void)
{
    upcx_tasks_begin(1);
    upcx_task_t task = upcx_task_start_handle(UPCX_TASK_ANY, allocate, 0, 0);
    upcx_task_wait(task, 0, 0);
    upcx_tasks_end();
    return 0;
}
