// threads: 1 3
// status: nonzero
// stderr: upcx_task_start: a null pointer to an argument of 8 bytes
// expect-nothing
#include <upc.h>
#include <upcx_tasks.h>

static void nothing(const void *argument, void *result)
{
    (void)argument;
    (void)result;
}

int main(void)
{
    upcx_tasks_begin(1);
    upcx_task_start(MYTHREAD, nothing, 0, 8);
    upcx_tasks_end();
    return 0;
}
