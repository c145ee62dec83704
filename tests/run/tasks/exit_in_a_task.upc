// threads: 2 3
// status: 4
// stderr: has ended with status 4 before upcx_tasks_end, where the other threads wait for it
// expect-nothing
#include <stdlib.h>
#include <upc.h>
#include <upcx_tasks.h>

static void leave(const void *argument, void *result)
{
    (void)argument;
    (void)result;
    exit(4);
}

int main(void)
{
    upcx_tasks_begin(1);
    if (MYTHREAD == 0)
        upcx_task_start(1, leave, 0, 0);
    upcx_tasks_end();
    return 0;
}
