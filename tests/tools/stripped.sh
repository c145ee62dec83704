# strip and objcopy leave a program with shared objects and large private statics as it was.
cat >a.upc <<'X'
#include <upc.h>
#include <stdio.h>
shared int counter;
shared [8] int table[8 * THREADS];
static char large[1 << 20] = {[1000] = 3};
int main(void) {
  table[8 * MYTHREAD] = MYTHREAD;
  if (MYTHREAD == 0) counter = 5;
  upc_barrier;
  printf("%d %d\n", counter + table[8], large[1000]);
  return 0;
}
X
for mode in "" -pthreads; do
  "$UPCC" -g $mode -o a a.upc
  for change in "strip -o b a" "strip --strip-debug -o b a" \
    "objcopy --add-section .extra=a.upc a b"; do
    rm -f b
    command -v "${change%% *}" >what || continue
    $change 2>what
    test ! -s what
    test "$("$UPCRUN" -n 2 ./b | uniq)" = "6 3"
  done
  "$UPCC" -s $mode -o b a.upc
  test "$("$UPCRUN" -n 2 ./b | uniq)" = "6 3"
done
