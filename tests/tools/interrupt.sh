# SIGTERM ends the whole job.
cat >a.upc <<'X'
#include <upc_strict.h>
#include <stdio.h>
shared int never;
int main(void) {
  upc_barrier;
  if (MYTHREAD == 0) { puts("up"); fflush(stdout); }
  while (!never) ;
}
X
"$UPCC" -o spin-$$ a.upc
mkfifo pipe
"$UPCRUN" -n 3 ./spin-$$ >pipe 2>err &
job=$!
read -r line <pipe
test "$line" = up
kill -TERM $job
status=0
wait $job || status=$?
test $status != 0
! grep -qsa "spi[n]-$$" /proc/[0-9]*/cmdline
