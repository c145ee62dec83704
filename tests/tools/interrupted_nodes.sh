# A program that ignores SIGINT over several nodes: upcrun ends it after a time of grace, and the
# nodes that end later than others report no lost connections.
cat >ignores.upc <<'END'
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
#include <upc.h>
int main(void) {
  signal(SIGINT, SIG_IGN);
  upc_barrier;
  if (MYTHREAD == 0)
    printf("running\n"), fflush(stdout);
  for (;;) {
    upc_barrier;
    usleep(1000);
  }
}
END
"$UPCC" -o ignores ignores.upc
mkfifo running
# a job in the background ignores SIGINT by default
env --default-signal=INT "$UPCRUN" -n 4 -nodes 2 -network tcp ./ignores >running 2>err &
job=$!
read -r line <running
test "$line" = running
kill -INT "$job"
status=0
wait "$job" || status=$?
test "$status" = 130 || { cat err; exit 1; }
if grep 'upcr:' err; then exit 1; fi
