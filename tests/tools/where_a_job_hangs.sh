# A job that hangs prints where each thread waits: at a deadlock, after -timeout, on SIGQUIT, by the
# watchdog.
cat >hang.upc <<'X'
#include <bupc_extensions.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <upc_strict.h>
upc_lock_t *a, *b;
shared int never;
static void take_both(upc_lock_t *first, upc_lock_t *second) {
  upc_lock(first);
  upc_barrier 1;
  upc_lock(second);
}
static void crosswise(void) {
  if (MYTHREAD < 2)
    take_both(MYTHREAD ? b : a, MYTHREAD ? a : b);
  else
    upc_barrier 1;
}
static void behind_a_barrier(void) {
  if (MYTHREAD == 1)
    upc_lock(a);
  upc_barrier;
  if (MYTHREAD != 1)
    upc_lock(a);
}
static void each_its_own(void) {
  if (MYTHREAD == 0)
    while (!never)
      ;
  else if (MYTHREAD == 1)
    for (volatile long i = 0;; i++)
      ;
  else if (MYTHREAD == 2)
    sleep(1000);
  else
    upc_barrier 7;
}
static void semaphore(void) {
  if (MYTHREAD == 0)
    bupc_sem_wait(bupc_sem_alloc(0));
}
int main(int argc, char **argv) {
  a = upc_all_lock_alloc();
  b = upc_all_lock_alloc();
  upc_barrier;
  if (MYTHREAD == 0)
    write(1, "up\n", 3);
  if (strcmp(argv[argc - 1], "crosswise") == 0)
    crosswise();
  else if (strcmp(argv[argc - 1], "behind") == 0)
    behind_a_barrier();
  else if (strcmp(argv[argc - 1], "semaphore") == 0)
    semaphore();
  else
    each_its_own();
  upc_barrier;
  return 0;
}
X
"$UPCC" -w -g -o hang-$$ hang.upc
"$UPCC" -w -g -pthreads -o hangp-$$ hang.upc

# All at once: they mostly sleep. start NAME COMMAND: in NAME.err and NAME.status.
start() {
  name=$1
  shift
  { status=0; "$@" >$name.out 2>$name.err || status=$?; echo $status >$name.status; } &
}
said() { grep -q "^upcr: $2" $1.err; }

# A certain deadlock ends the job; a job whose time is over ends too.
start process "$UPCRUN" -n 5 ./hang-$$ crosswise
start far "$UPCRUN" -n 5 -pshm-width 1 ./hang-$$ crosswise
start mixed "$UPCRUN" -n 5 -p 2 ./hangp-$$ crosswise
start nodes "$UPCRUN" -nodes 3 -n 5 ./hang-$$ crosswise
start behindnodes "$UPCRUN" -nodes 2 -n 4 ./hang-$$ behind
start latenodes "$UPCRUN" -nodes 3 -n 5 -timeout 2 ./hang-$$ each
start behind "$UPCRUN" -n 4 ./hang-$$ behind
start late "$UPCRUN" -n 5 -timeout 2 ./hang-$$ each
start latep "$UPCRUN" -n 5 -p 3 -timeout 2 ./hangp-$$ each
start alone env UPC_TIMEOUT=1 ./hang-$$ each
start let_be env UPC_DEADLOCK=no "$UPCRUN" -n 5 -timeout 2 ./hang-$$ crosswise
wait
both='holds since take_both at .*hang.upc:9, in take_both at .*hang.upc:11$'
for name in process far mixed nodes; do
  test "$(cat $name.status)" = 1
  said $name 'deadlock: threads 0-[1-4][,2-4]* wait for each other' # 2-4 wait too, unless late
  said $name "thread 0 .*: waits in upc_lock .* which thread 1 $both"
  said $name "thread 1 .*: waits in upc_lock .* which thread 0 $both"
  said $name 'threads 2-4: each waits in upc_barrier, in main at .*hang.upc:56$'
done
for name in behind behindnodes; do
  test "$(cat $name.status)" = 1
  since='since behind_a_barrier at .*:21, in behind_a_barrier at .*:24$'
  said $name "threads 0,2-3: each waits in upc_lock .* which thread 1 holds $since"
done
for name in late latep latenodes; do
  test "$(cat $name.status)" = 124
  said $name 'the job has not ended in 2 s (upcrun -timeout'
  said $name 'thread 0 .*: reads shared memory again and again, in each_its_own at .*hang.upc:28$'
  said $name 'thread 1 .*: computes, in each_its_own at .*hang.upc:3[12]$'
  said $name 'thread 2 .*: is in .*, in each_its_own at .*hang.upc:34$'
  said $name 'threads 3-4: each waits in upc_barrier 7, in each_its_own at .*hang.upc:36$'
done
test "$(cat alone.status)" = 124
test "$(cat let_be.status)" = 124
! grep -q deadlock: let_be.err
! grep -qsa "hang[p]*-$$" /proc/[0-9]*/cmdline
! "$UPCRUN" -n 2 -timeout soon ./hang-$$ each 2>err
grep -q "UPC_TIMEOUT (upcrun -timeout) is 'soon': it must be a whole number" err

# Everybody waits, and deadlocks are not looked for: a report, and the job goes on. kill -QUIT asks
# for one, and disturbs no sleep.
wait_for() { until grep -q "$1" "$2"; do sleep 0.05; done; }
look_at() {
  mkfifo pipe
  # the shell has it ignored in the background
  env --default-signal=QUIT UPC_DEADLOCK=no "$UPCRUN" -n 3 $2 ./hang-$$ $1 >pipe 2>err &
  job=$!
  read -r line <pipe
  test "$line" = up
}
look_at semaphore '-watchdog 1'
wait_for '^upcr: threads 1-2: each waits in upc_barrier, in main at .*hang.upc:56$' err
grep -q '^upcr: every thread has waited for [0-9]* s' err
grep -q '^upcr: thread 0 .*: waits for a semaphore[^,]*, in semaphore at .*hang.upc:40$' err
kill -TERM $job
! wait $job
rm pipe
look_at semaphore '-watchdog 1 -nodes 3'
wait_for '^upcr: threads 1-2: each waits in upc_barrier, in main at .*hang.upc:56$' err
grep -q '^upcr: thread 0 .*: waits for a semaphore[^,]*, in semaphore at .*hang.upc:40$' err
kill -TERM $job
! wait $job
rm pipe

# The supervisor of any node may be asked: its children are the node's threads.
look_at each '-nodes 2'
sleep 0.5
other=$(ps -o pid= --ppid "$job" | while read -r child; do
  [ "$(ps -o pid= --ppid "$child" | wc -l)" -lt 1 ] || echo "$child"; done)
kill -QUIT $other
wait_for '^upcr: thread 2' err
grep -q '^upcr: SIGQUIT: where the threads are' err
grep -q '^upcr: thread 0 .*, in each_its_own at ' err
test "$(grep -c 'where the threads are' err)" = 1
kill -TERM $job
! wait $job
rm pipe
export UPC_BACKTRACE_SIGNAL=USR1
look_at each ''
sleep 0.5
kill -QUIT $job
wait_for '^upcr: thread 2' err
grep -q '^upcr: SIGQUIT: where the threads are' err
grep -q '^upcr: thread 0 .*, in each_its_own at ' err
grep -q '^upcr: thread 2 .*: is in a system call$' err
kill -USR1 $job
wait_for '^upcr: SIGUSR1: where the threads are' err
kill -0 $job
kill -TERM $job
! wait $job

# Typed at the terminal SIGQUIT prints, then ends the job as it ends a program.
command -v python3 || exit 0
python3 - "$UPCRUN" -n 3 ./hang-$$ each <<'X'
import os, pty, re, signal, sys
pid, terminal = pty.fork()
if pid == 0:
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)  # the tests may run where it is ignored
    os.execv(sys.argv[1], sys.argv[1:])
text = b""
def read():
    global text
    try:
        text += os.read(terminal, 65536)
        return True
    except OSError:
        return False
while b"up" not in text:
    read()
os.write(terminal, b"\x1c")
while read():
    pass
status = os.waitpid(pid, 0)[1]
assert os.WTERMSIG(status) == signal.SIGQUIT, status
assert b"SIGQUIT: where the threads are" in text, text
assert re.search(rb"thread 0 .*, in each_its_own at .*hang.upc:28", text), text
X
