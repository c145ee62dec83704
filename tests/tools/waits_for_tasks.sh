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
hang() {
    "$UPCC" $1 -w -o a$1 a.upc
    status=0
    UPC_DEADLOCK=no "$UPCRUN" -n 3 -watchdog 1 -timeout 6 ./a$1 2>a$1.err || status=$?
    [ $status = 124 ]
    sed '/has not ended/,$d' a$1.err >a$1.first
    grep -q 'every thread has waited' a$1.first
    grep -q 'waits for a task (upcx_task_wait), in main at .*a.upc:10' a$1.first
    grep -q 'waits for tasks (upcx_tasks_end), in main at .*a.upc:13' a$1.first
}

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
deadlock() { # deadlock NAME PROGRAM LAYOUT
    name=$1 program=$2
    shift 2
    status=0
    "$UPCRUN" -n 3 "$@" -timeout 60 $program hang 2>$name.err || status=$?
    [ $status = 1 ]
    # Thread 0 or 2 is missing if it came late.
    grep -q 'deadlock: threads [0-2,-]* wait for each other' $name.err
    grep -q 'thread 1 .*: waits in upc_barrier, in main at .*b.upc:19' $name.err
    grep -q 'threads 0,2: each waits for tasks (upcx_tasks_end), in main at .*b.upc:28' $name.err
    "$UPCRUN" -n 3 "$@" -timeout 60 $program
}
"$UPCC" -w -o b b.upc
"$UPCC" -pthreads -w -o b-pthreads b.upc

# They mostly sleep, so they run at once.
jobs=''
start() {
    "$@" &
    jobs="$jobs $!"
}
start hang ''
start hang -pthreads
start deadlock processes ./b
start deadlock nodes ./b -nodes 2
start deadlock pthreads ./b-pthreads
start deadlock pthreads_on_nodes ./b-pthreads -nodes 2
start deadlock one_process ./b-pthreads -p 1
for job in $jobs; do wait $job; done
