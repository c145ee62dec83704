# Run-time checks report an error between nodes once, by one of them, with the lines of both.
cat >program.upc <<'U'
#include <stdlib.h>
#include <unistd.h>
#include <upc_relaxed.h>

static void everybody_at_once(void) {
  shared [] int *none = (shared [] int *)upc_alloc(4) + 7;
  none[0] = 1;
}

int main(int argc, char **argv) {
  int second = MYTHREAD >= THREADS / 2;
  switch (atoi(argv[argc - 1])) {
  case 1:
    everybody_at_once();
    break;
  case 2:
    if (second)
      upc_barrier;
    else
      upc_all_free(upc_all_alloc(1, 4));
    break;
  case 3:
    upc_all_free(upc_all_alloc(1 + second, 4));
    break;
  case 4:
    if (second)
      upc_barrier 1;
    else
      upc_barrier 2;
    break;
  case 5:
    upc_forall (int i = 0; i < 4; i++; i)
      if (i == MYTHREAD)
        break;
    upc_barrier;
    return 0;
  }
  upc_barrier;
  return 0;
}
U
"$UPCC" -w -g -o program program.upc
ends() { # ends CASE PATTERN: with status 1 and one message
    for nodes in 2 3; do
        status=0
        timeout 60 "$UPCRUN" -nodes $nodes -n 4 ./program "$1" >out 2>err || status=$?
        [ $status = 1 ] && [ "$(wc -l <err)" = 1 ] && grep -q "$2" err || {
          echo "$1 $nodes $status"
          cat err
          exit 1
        }
    done
}
object='write of 4 bytes outside an object: .* allocated by thread [0-3] at program.upc:6'
ends 1 "^upcr: thread [0-3]: program.upc:7: $object"
thread='thread [0-3] (program.upc:[0-9]*)'
ends 2 "barrier mismatch .*: $thread is in .*, $thread is in "
ends 3 "upc_all_alloc: $thread and $thread gave different arguments: nblocks is [12] and [12];"
ends 4 "barrier mismatch .*: $thread is in a barrier with value [12], $thread"

# Also a warning, and the job continues.
timeout 60 "$UPCRUN" -nodes 3 -n 4 ./program 5 2>err
[ "$(grep -c 'warning: upc_forall at program.upc:[0-9]*: .* by break, goto or return' err)" = 1 ]
[ "$(wc -l <err)" = 1 ]
