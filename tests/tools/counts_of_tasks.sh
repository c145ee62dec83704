# UPC_COUNT_TASKS: each thread prints how many tasks it started, sent, ran and stole.
cat >a.upc <<'X'
#include <upc_relaxed.h>
#include <upcx_tasks.h>
enum { TASKS = 5 };
static strict shared int stolen;
static void nothing(const void *argument, void *result) {
  (void)argument;
  (void)result;
}
static void tell(const void *argument, void *result) {
  (void)argument;
  (void)result;
  stolen = 1;
}
int main(void) {
  upcx_tasks_begin(10);
  for (int i = 0; i < TASKS; i++)
    upcx_task_start((MYTHREAD + 2) % THREADS, nothing, 0, 0);
  if (MYTHREAD == 0) { /* runs no task until another thread has run one of its */
    upcx_task_start(UPCX_TASK_ANY, tell, 0, 0);
    while (!stolen)
      ;
  }
  upcx_tasks_end();
  return 0;
}
X
"$UPCC" -w -o a a.upc
counts() { # counts SENT OPTIONS...: of four threads
    sent=$1
    shift
    UPC_COUNT_TASKS=1 "$UPCRUN" -n 4 "$@" ./a 2>err
    said='tasks started, .* of them sent to threads whose memory is not mapped'
    [ "$(grep -c "^upcr: thread [0-3]: [56] $said; [56] run; [01] stolen$" err)" = 4 ]
    grep -q "^upcr: thread 0: 6 tasks started, $sent of them sent .*; 5 run; 0 stolen$" err
    grep -q "^upcr: thread [1-3]: 5 tasks started, $sent of them sent .*; 6 run; 1 stolen$" err
}
counts 0
counts 5 -nodes 2
counts 5 -pshm-width 2
UPC_COUNT_TASKS=0 "$UPCRUN" -n 4 ./a 2>err
[ ! -s err ]
