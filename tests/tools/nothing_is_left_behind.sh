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
test "$(ls /dev/shm | sort)" = "$before"
! grep -qsa "only-her[e]-$$" /proc/[0-9]*/cmdline
