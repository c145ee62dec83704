# No process and no file after a job, however it ends.
before=$(ls /dev/shm | sort)
cat >a.upc <<'X'
#include <upc.h>
#include <signal.h>
#include <unistd.h>
int main(int argc, char **argv) {
  upc_all_alloc(THREADS, 1000);
  upc_barrier;
  if (MYTHREAD == 1 && argc > 1) kill(getpid(), SIGKILL);
  upc_barrier;
  return 0;
}
X
"$UPCC" -o only-here-$$ a.upc
"$UPCRUN" -n 3 ./only-here-$$
! "$UPCRUN" -n 3 ./only-here-$$ die 2>err
grep -qi 'thread 1' err
# The same with several nodes: a thread is killed, then the supervisor of each node in turn.
"$UPCRUN" -n 3 -nodes 2 ./only-here-$$
for nodes in 2 3; do
    ! "$UPCRUN" -n 4 -nodes $nodes ./only-here-$$ die 2>err
    grep -qi 'thread 1' err
done
cat >b.upc <<'X'
#include <upc.h>
#include <stdio.h>
#include <unistd.h>
shared int parents[THREADS];
int main(void) {
  parents[MYTHREAD] = (int)getppid();
  upc_barrier;
  for (int t = 0; MYTHREAD == 0 && t < THREADS; t++)
    printf("%d\n", parents[t]);
  fflush(stdout);
  for (;;)
    upc_barrier;
}
X
"$UPCC" -o also-only-here-$$ b.upc
# The supervisor of a thread's node gets a signal; threads 0 and 1 are on node 0.
hurt() { # SIGNAL THREAD
    : >out
    "$UPCRUN" -n 4 -nodes 3 ./also-only-here-$$ >out 2>err &
    job=$!
    tries=0
    while [ "$(wc -l <out)" -lt 4 ] && [ $tries -lt 200 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    kill -"$1" "$(sed -n "$(($2 + 1))p" out)"
    status=0
    wait $job || status=$?
    [ $status != 0 ]
}
for thread in 1 2 3; do
    hurt KILL $thread
    [ $thread = 1 ] || grep -q "node $((thread - 1)) .*is lost" err
done
# A stopped one is silent.
export UPC_HEARTBEAT=2
hurt STOP 3
grep -q 'node 2 .*is lost: it was silent for 2 s (UPC_HEARTBEAT)' err
unset UPC_HEARTBEAT
sleep 0.5
! grep -qsa "also-only-her[e]-$$" /proc/[0-9]*/cmdline
test "$(ls /dev/shm | sort)" = "$before"
! grep -qsa "only-her[e]-$$" /proc/[0-9]*/cmdline
