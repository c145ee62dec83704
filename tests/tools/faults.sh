# Whatever ends a thread ends the job at once: with a reason where one is due, the right status, and no process left.
# UPC_TEST_FAULTS=N: kills a random process at a random moment N times in each mode (a few by default).
name=faults-$$
rounds=${UPC_TEST_FAULTS:-2}
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
  if (!strcmp(how, "wait")) { /* nor has the end of one */
    int status;
    pid_t child = fork();
    if (child == 0) exit(5);
    waitpid(child, &status, 0);
    if (WEXITSTATUS(status) != 5) exit(1);
  }
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
  if (MYTHREAD == THREADS - 1 && !strncmp(how, "held", 4)) upc_lock(lock);
  upc_barrier;
  if (MYTHREAD == THREADS - 1) end(how);
  if (MYTHREAD == THREADS - 1 && !strncmp(how, "held", 4)) exit(3);
  if (!strcmp(how, "held-wanted")) upc_lock(lock);
  upc_barrier;
  return 0;
}
X
start() { timeout -k 1 20 "$UPCRUN" -n 4 $layout ./$name "$@"; }
expect() { # HOW STATUS REASON
  status=0
  start "$1" >out 2>err || status=$?
  test "$status" = "$2"
  if [ -n "$3" ]; then grep -q "$3" err; else test -z "$(grep '^upcr' err)"; fi
}
processes() { # of the job
  for process in /proc/[0-9]*; do
    case $(readlink "$process/exe") in */$name) echo "${process#/proc/}" ;; esac
  done
}
none_is_left() { # a process that the kernel is ending gets two seconds
  for try in 1 2 3 4 5 6 7 8 9 10; do
    test -n "$(processes)" || return 0
    sleep 0.2
  done
  return 1
}
random() { od -An -N2 -tu2 /dev/urandom | tr -d ' '; }
kill_one() {
  start work >out 2>err &
  job=$!
  sleep "0.$(printf %03d $(($(random) % 120 + 30)))"
  set -- $(processes)
  shift $(($(random) % ($# > 0 ? $# : 1)))
  kill -KILL "$1"
  status=0
  wait $job || status=$?
  test "$status" = 137
}
run_all() { # the faults in one layout
  expect _exit 4 '^upcr: thread.* 3 .*status 4'
  expect _exit0 1 '^upcr: thread.* 3 .*status 0'
  expect abort 134 '^upcr: thread 3 .*signal 6'
  expect fault 139 '^upcr: thread 3 .*signal 11.*address 0x10'
  expect kill 137 '^upcr: thread.* 3 .*signal 9'
  expect global 9 ''
  expect fork 0 ''
  expect wait 0 ''
  expect held-wanted 1 'thread 3 holds'
  for round in $(seq "$rounds"); do kill_one; done
  none_is_left
}
"$UPCC" -o $name a.upc
layout=
run_all
# Few descriptors and little address space are enough.
(ulimit -n 12; start none)
(ulimit -v 500000; start none)
"$UPCC" -pthreads -o $name a.upc
layout="-p 2"
run_all
layout="-p 4"
run_all
