# The reports of a job that hangs name waits for tasks: the watchdog sees that every thread waits.
cat >a.upc <<'X'
#include <upc.h>
#include <upcx_tasks.h>
static void nothing(const void *argument, void *result) {
  (void)argument;
  (void)result;
}
int main(void) {
  upcx_tasks_begin(1);
  if (MYTHREAD == 0)
    upcx_task_wait(upcx_task_start_handle(1, nothing, 0, 0), 0, 0);
  if (MYTHREAD == 1)
    upc_barrier; /* runs no task */
  upcx_tasks_end();
  return 0;
}
X
for mode in '' -pthreads; do
    "$UPCC" $mode -w -o a a.upc
    status=0
    "$UPCRUN" -n 3 -watchdog 1 -timeout 6 ./a 2>err || status=$?
    [ $status = 124 ]
    sed '/has not ended/,$d' err >first
    grep -q 'every thread has waited' first
    grep -q 'waits for a task (upcx_task_wait), in main at .*a.upc:10' first
    grep -q 'waits for tasks (upcx_tasks_end), in main at .*a.upc:13' first
done
