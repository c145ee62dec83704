# Every kind of shared memory works, and none leaves anything behind, even when every process is
# killed.
cat >a.upc <<'X'
#include <stdio.h>
#include <unistd.h>
#include <upc.h>
shared int *p;
int main(int argc, char **argv) {
  p = upc_all_alloc(THREADS, 100000);
  p[(MYTHREAD + 1) % THREADS] = MYTHREAD;
  upc_barrier;
  if (p[MYTHREAD] != (MYTHREAD + THREADS - 1) % THREADS)
    upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0)
    printf("%d\n", argc > 1 ? (int)getppid() : 0), fflush(stdout);
  while (argc > 1)
    sleep(1);
  return 0;
}
X
"$UPCC" -o killed-$$ a.upc
mkdir folder
segments() { grep -c . /proc/sysvipc/shm; }
here() { ls -A folder; ls /dev/shm | grep upc-job || true; }
mkfifo pipe
for kind in memfd posix sysv "file:$PWD/folder"; do
  before=$(segments)
  for options in '' '-pshm-width 1' '-pshm-width 2'; do
    test "$("$UPCRUN" -n 3 -shared-heap 4M $options -shared-memory "$kind" ./killed-$$)" = 0
  done
  "$UPCRUN" -n 3 -shared-memory "$kind" ./killed-$$ wait >pipe 2>err &
  exec 8<pipe
  read -r supervisor <&8
  test "$supervisor" -gt 1
  processes=$(cat /proc/"$supervisor"/task/*/children)
  kill -KILL "$supervisor" $processes || true # those end with it
  cat <&8 # ends when no process of the job is left
  exec 8<&-
  status=0
  wait $! || status=$?
  test $status = 137
  test -z "$(here)"
  test "$(segments)" -le "$before"
done
# Errors name cause and remedy.
! "$UPCRUN" -n 2 -shared-memory file:/nowhere/at/all ./killed-$$ 2>err
grep -q "'/nowhere/at/all': No such file.*UPC_SHARED_MEMORY" err
! "$UPCRUN" -n 2 -shared-memory tmpfs ./killed-$$ 2>err
grep -q "'tmpfs': it must be memfd, posix, sysv or file:FOLDER" err
! "$UPCRUN" -n 2 -shared-heap 900G ./killed-$$ 2>err
grep -q 'upcrun -shared-heap' err
# As much as there is, if that will do.
UPC_REQUIRE_SHARED_SIZE=no "$UPCRUN" -n 2 -shared-heap 900G ./killed-$$ 2>err
grep -q 'warning: shared heap of [0-9]* MB per thread instead of 921600 MB' err
UPC_REQUIRE_SHARED_SIZE=no UPC_SIZE_WARN=no "$UPCRUN" -n 2 -shared-heap 900G ./killed-$$ 2>err
test ! -s err
