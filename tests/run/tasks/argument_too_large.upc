// threads: 1 3
// status: nonzero
// stderr: upcx_task_start: an argument of 65 bytes; a task has at most 64
// expect-nothing
#include <upc.h>
#include <upcx_tasks.h>

static void nothing(const void *argument, void *result) {
    (void)argument;
    (void)result;
}

int main(void) {
    char large[65] = {0};
    upcx_tasks_begin(1);
    upcx_task_start(0, nothing, large, sizeof large);
    upcx_tasks_end();
    return 0;
}
