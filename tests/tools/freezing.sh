# Threads that stop for a debugger print how to attach, and continue at SIGCONT.
cat >a.upc <<'X'
#include <stdio.h>
#include <string.h>
#include <upc.h>
int main(int argc, char **argv) {
  upc_lock_t *lock = upc_all_lock_alloc();
  upc_barrier;
  if (MYTHREAD == 1 && strcmp(argv[1], "error") == 0)
    upc_unlock(lock);
  if (MYTHREAD == 1 && strcmp(argv[1], "crash") == 0)
    *(volatile int *)(size_t)16 = 1;
  upc_barrier;
  if (MYTHREAD == 0)
    puts("done");
  return 0;
}
X
"$UPCC" -w -o a a.upc
"$UPCC" -w -pthreads -o ap a.upc
wait_for() { until grep -q "$1" err; do sleep 0.05; done; }
# frozen PATTERN: waits for a message like it, and continues the process that it names.
frozen() {
  wait_for "^upcr: $1"
  wait_for 'kill -CONT [0-9]* continues'
  kill -CONT $(sed -n 's/.*kill -CONT \([0-9]*\) continues.*/\1/p' err | tail -n 1)
}
run() {
  : >err
  "$UPCRUN" "$@" >out 2>>err &
  job=$!
}
status() { status=0; wait $job || status=$?; }

for options in '-n 3 -freeze=1 ./a' '-n 3 -p 2 -freeze=1 ./ap'; do
  run $options no
  at='before the program starts: attach with gdb -p [0-9]*, type'
  frozen "thread 1 (process [0-9]* on .*) is frozen $at"
  status
  test $status = 0
  grep -q 'done' out
done
run -n 2 -freeze-early ./a no
frozen 'a process of the job (process .* is frozen before it runs UPC threads'
status
test $status = 0
run -n 2 -freeze-earlier ./a no
frozen 'the first process (process .* is frozen before the job is made'
status
test $status = 0
run -n 2 -freeze-on-error ./a error
frozen 'thread 1 .* is frozen by the error above'
status
test $status = 1
test "$(grep -c '^upcr: thread 1: upc_unlock of a lock that no thread holds' err)" = 1
run -n 2 -freeze-on-error ./a crash
frozen 'thread 1 .* is frozen by Segmentation fault'
status
test $status = 139
! "$UPCRUN" -n 3 -freeze=3 ./a no 2>err
grep -q "UPC_FREEZE (upcrun -freeze) is '3': it must be the number of a thread, from 0 to 2" err
! UPC_FREEZE_SIGNAL=USR9 "$UPCRUN" -n 3 ./a no 2>err
grep -q "UPC_FREEZE_SIGNAL is 'USR9'" err
! UPC_FREEZE_SIGNAL=KILL "$UPCRUN" -n 3 ./a no 2>err
grep -q "UPC_FREEZE_SIGNAL is 'KILL'.* can catch" err

# GASNet's names for some of this.
GASNET_FREEZE=0 GASNET_FREEZE_ON_ERROR=yes GASNET_BACKTRACE=no GASNET_SUPERNODE_MAXSIZE=1 \
  GASNET_BARRIER=x "$UPCRUN" -n 2 -show-env ./a no 2>table
grep -q '^UPC_FREEZE  *= no  *(GASNET_FREEZE; default: no)' table
grep -q '^UPC_FREEZE_ON_ERROR  *= yes  *(GASNET_FREEZE_ON_ERROR; ' table
grep -q '^UPC_BACKTRACE  *= no  *(GASNET_BACKTRACE; ' table
grep -q '^UPC_PSHM_WIDTH  *= 1  *(GASNET_SUPERNODE_MAXSIZE; ' table
grep -q 'warning: GASNET_BARRIER has no effect' table
test "$(grep -c "^upcr: warning" table)" = 1
