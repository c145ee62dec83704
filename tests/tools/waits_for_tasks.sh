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
    UPC_DEADLOCK=no "$UPCRUN" -n 3 -watchdog 1 -timeout 6 ./a 2>err || status=$?
    [ $status = 124 ]
    sed '/has not ended/,$d' err >first
    grep -q 'every thread has waited' first
    grep -q 'waits for a task (upcx_task_wait), in main at .*a.upc:10' first
    grep -q 'waits for tasks (upcx_tasks_end), in main at .*a.upc:13' first
done

# A thread in a barrier and others in upcx_tasks_end are deadlocked. They are not while a task may
# come that releases a lock, or while one computes.
cat >b.upc <<'X'
#include <unistd.h>
#include <upc.h>
#include <upcx_tasks.h>
static upc_lock_t *lock;
static void unlock(const void *argument, void *result) {
  (void)argument;
  (void)result;
  upc_unlock(lock);
}
int main(int argc, char **argv) {
  (void)argv;
  lock = upc_all_lock_alloc();
  if (MYTHREAD == 0)
    upc_lock(lock);
  upc_barrier;
  for (int i = 0; i < 3; i++) {
    upcx_tasks_begin(1);
    if (argc > 1 && i == 2 && MYTHREAD == 1)
      upc_barrier;
    if (argc == 1 && i == 1 && MYTHREAD == 1) {
      upc_lock(lock);
      upc_unlock(lock);
    }
    if (argc == 1 && i == 1 && MYTHREAD == 2) {
      sleep(3);
      upcx_task_start(0, unlock, 0, 0);
    }
    upcx_tasks_end();
  }
  return 0;
}
X
for mode in '' -pthreads; do
    "$UPCC" $mode -w -o b b.upc
    for layout in '' '-nodes 2' '-p 1'; do
        [ -n "$mode" ] || [ "$layout" != '-p 1' ] || continue
        status=0
        "$UPCRUN" -n 3 $layout -timeout 60 ./b hang 2>err || status=$?
        [ $status = 1 ]
        grep -q 'deadlock: threads \(0-2\|0,2\|1-2\|0-1\) wait for each other' err
        grep -q 'thread 1 .*: waits in upc_barrier, in main at .*b.upc:19' err
        grep -q 'threads 0,2: each waits for tasks (upcx_tasks_end), in main at .*b.upc:28' err
        "$UPCRUN" -n 3 $layout -timeout 60 ./b
    done
done
