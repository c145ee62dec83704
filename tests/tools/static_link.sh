# A program linked with -static links without a warning, runs, and reports what it cannot know.
cat >a.upc <<'X'
#include <stdio.h>
#include <upc.h>
int main(void) {
  upc_barrier;
  printf("%d\n", MYTHREAD);
  return 0;
}
X
"$UPCC" -static -o a a.upc 2>err
test ! -s err
test "$("$UPCRUN" -n 2 ./a 2>err | sort | tr '\n' ' ')" = '0 1 '
test ! -s err
# Sockets need no library.
test "$("$UPCRUN" -n 3 -nodes 2 ./a 2>err | sort | tr '\n' ' ')" = '0 1 2 '
test ! -s err
UPC_NETWORK=ofi "$UPCRUN" -n 2 -nodes 2 ./a 2>err && exit 1
grep -q 'a program linked with -static cannot load libfabric' err
"$UPCRUN" -n 2 -bind numa ./a 2>err
grep -q 'warning: cores and NUMA regions are not known: a program linked with -static' err
