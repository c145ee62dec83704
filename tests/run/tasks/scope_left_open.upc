// threads: 1 3
// status: nonzero
// stderr: has ended with status 0 before upcx_tasks_end, where the other threads wait for it
// expect-nothing
#include <upc.h>
#include <upcx_tasks.h>

int main(void)
{
    upcx_tasks_begin(1);
    return 0;
}
