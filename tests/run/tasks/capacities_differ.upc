// threads: 2 3
// status: nonzero
// stderr: upcx_tasks_begin: thread .* different arguments
// expect-nothing
#include <upc.h>
#include <upcx_tasks.h>

int main(void)
{
    upcx_tasks_begin(1 + MYTHREAD);
    upcx_tasks_end();
    return 0;
}
