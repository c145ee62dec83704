# A UPC program started by a UPC program is a separate job: upcrun's options apply only to the first
# one.
cat >outer.upc <<'U'
#include <stdlib.h>
#include <upc.h>
int main(int argc, char **argv) {
  if (MYTHREAD == THREADS - 1 && system(argv[argc - 1]) != 0)
    return 1;
  upc_barrier;
  return 0;
}
U
cat >inner.upc <<'U'
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
int main(void) {
  if (MYTHREAD == 0)
    printf("%d %s\n", THREADS, getenv("UPC_STDIN") ? getenv("UPC_STDIN") : "unset");
  return 0;
}
U
"$UPCC" -o outer outer.upc
"$UPCC" -pthreads -o outer_pthreads outer.upc
"$UPCC" -o inner inner.upc
for outer in ./outer "-p 2 ./outer_pthreads"; do
  # The last of three threads reads standard input, and the second job has no such thread.
  test "$("$UPCRUN" -n 3 -stdin 2 -shared-heap 2M -pshm-width 1 $outer "$UPCRUN -n 2 ./inner")" = \
    "2 unset"
  test "$("$UPCRUN" -n 3 -stdin 2 $outer ./inner)" = "1 unset"
done
# Variables that the user exported are for all jobs.
test "$(UPC_STDIN=all "$UPCRUN" -n 2 ./outer "$UPCRUN -n 1 ./inner")" = "1 all"
# -show-env prints each setting with its origin, and the values of those that are texts.
"$UPCRUN" -n 2 -stdin 1 -show-env ./inner 2>table
grep -q '^UPC_STDIN  *= 1  *(upcrun; default: 0)' table
