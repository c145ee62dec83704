# Any death of a thread ends the job at once: with a reason if one is due, the right status, and no
# process left. UPC_TEST_FAULTS=N: kills a random process at a random moment N times in each mode (a
# few by default), and jobs of 500 threads.
name=faults-$$
rounds=${UPC_TEST_FAULTS:-2}
threads=4
unset UPC_TEST_FAULTS # the programs would warn of it
cat >a.upc <<'X'
#include <upc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static void end(const char *how) {
  if (!strcmp(how, "_exit")) _exit(4);
  if (!strcmp(how, "_exit0")) _exit(0);
  if (!strcmp(how, "abort")) abort();
  if (!strcmp(how, "fault")) *(volatile int *)16 = 1;
  if (!strcmp(how, "kill")) kill(getpid(), SIGKILL);
  if (!strcmp(how, "global")) upc_global_exit(9);
  if (!strcmp(how, "fork")) { /* a child that goes on has no part in the job */
    if (fork() == 0) { sleep(300); _exit(0); }
  }
  if (!strcmp(how, "stop")) { /* the others wait until it goes on */
    pid_t self = getpid();
    if (fork() == 0) { usleep(100000); kill(self, SIGCONT); _exit(0); }
    kill(self, SIGSTOP);
  }
  if (!strcmp(how, "wait")) { /* nor has the end of one */
    int status;
    pid_t child = fork();
    if (child == 0) exit(5);
    waitpid(child, &status, 0);
    if (WEXITSTATUS(status) != 5) exit(1);
  }
}
/* A process acts on the request to end only if it is not stopped. */
static void say_bye(int number) {
  _exit(write(1, "bye\n", 4) == 4 ? 0 : number);
}
static void stop_and_wait(void) {
  signal(SIGTERM, say_bye);
  upc_barrier;
  if (MYTHREAD == THREADS - 1) {
    if (write(1, "up\n", 3) == 3) kill(getpid(), SIGSTOP);
  }
  for (;;) pause();
}
/* Every phase of a program, over and over: compute, lock, allocate, write, barrier. */
static void work_on(upc_lock_t *lock) {
  for (long round = 0;; round++) {
    for (volatile int i = 0; i < 1000; i++) ;
    upc_lock(lock);
    upc_unlock(lock);
    upc_free(upc_alloc(1000));
    if (round % 64 == 0) printf("%d %ld\n", MYTHREAD, round);
    upc_barrier;
  }
}
int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  upc_lock_t *lock = upc_all_lock_alloc();
  if (!strcmp(how, "work")) work_on(lock);
  if (!strcmp(how, "stopped")) stop_and_wait();
  if (MYTHREAD == THREADS - 1 && !strncmp(how, "held", 4)) upc_lock(lock);
  upc_barrier;
  if (MYTHREAD == THREADS - 1) end(how);
  if (MYTHREAD == THREADS - 1 && !strncmp(how, "held", 4)) exit(3);
  if (!strcmp(how, "held-wanted")) upc_lock(lock);
  upc_barrier;
  return 0;
}
X
start() { timeout -k 1 60 "$UPCRUN" -n $threads $layout ./$name "$@"; }
expect() { # HOW STATUS REASON
  status=0
  start "$1" >out 2>err || status=$?
  test "$status" = "$2"
  if [ -n "$3" ]; then grep -q "$3" err; else test -z "$(grep '^upcr' err)"; fi
}
processes() { # of the job
  ls -l /proc/[0-9]*/exe 2>/dev/null | sed -n "s|.* /proc/\([0-9]*\)/exe -> .*/$name\$|\1|p"
}
none_is_left() { # a process that the kernel is ending gets two seconds
  for try in 1 2 3 4 5 6 7 8 9 10; do
    test -n "$(processes)" || return 0
    sleep 0.2
  done
  return 1
}
random() { od -An -N2 -tu2 /dev/urandom | tr -d ' '; }
supervised() { # PROCESS: the supervisor is the parent of the others
  case $(readlink "/proc/$(awk '{ print $4 }' "/proc/$1/stat")/exe") in
  */$name) ;;
  *) return 1 ;;
  esac
}
# A killed supervisor prints nothing; otherwise it names the killed process.
kill_one() {
  start work >out 2>err &
  job=$!
  sleep "0.$(printf %03d $(($(random) % 120 + 30)))"
  until set -- $(processes) && test $# -gt 0; do sleep 0.01; done
  shift $(($(random) % $#))
  says='.*'
  if supervised "$1"; then says="^upcr: thread.*process $1 .*signal 9"; fi
  kill -KILL "$1"
  status=0
  wait $job || status=$?
  test "$status" = 137
  test "$says" = '.*' || grep -q "$says" err
  none_is_left
}
# A process that is ended by a signal can print a message, also a stopped one.
ask_to_end() { # PROCESSES
  start stopped >out 2>err &
  job=$!
  until grep -q up out; do sleep 0.05; done
  for process in $(processes); do
    supervised "$process" || { kill -TERM "$process"; break; }
  done
  status=0
  wait $job || status=$?
  test "$status" = 143
  test "$(grep -c bye out)" = "$1"
}
run_all() { # PROCESSES: the faults in one layout, and with many threads in the long form
  expect _exit 4 '^upcr: thread.* 3 .*status 4'
  expect _exit0 1 '^upcr: thread.* 3 .*status 0'
  expect abort 134 '^upcr: thread 3 .*signal 6'
  expect fault 139 '^upcr: thread 3 .*signal 11.*address 0x10'
  expect kill 137 '^upcr: thread.* 3 .*signal 9'
  expect global 9 ''
  expect fork 0 ''
  expect wait 0 ''
  expect stop 0 ''
  expect held-wanted 3 'thread 3 holds'
  ask_to_end "$1"
  for round in $(seq "$rounds"); do kill_one; done
  threads=500
  for round in $(seq $((rounds / 20))); do kill_one; done
  threads=4
}
"$UPCC" -o $name a.upc
layout=
run_all 4
# Few descriptors and little address space are enough.
(ulimit -n 12; start none)
(ulimit -v 500000; start none)
"$UPCC" -pthreads -o $name a.upc
layout="-p 2"
run_all 2
layout="-p 4"
run_all 1
