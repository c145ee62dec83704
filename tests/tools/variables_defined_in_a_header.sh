# A header without extern: the message names the remedy, and -fcommon makes one object of the
# definitions, in both modes; an initialised one wins.
cat >h.h <<'H'
#include <stdio.h>
#include <upc.h>
shared int sum[THREADS];
int count, *where, few[10];
long many[5000];
H
cat >a.upc <<'Y'
#include "h.h"
extern int few[], start;
void add(void);
int main(void) {
  add();
  upc_barrier;
  if (!MYTHREAD) printf("%d %d %d %d %ld %d\n", (int)sum[THREADS - 1], count, *where, few[3],
                        many[4999], start);
}
Y
cat >b.upc <<'Y'
#include "h.h"
int start = 5;
void add(void) {
  sum[MYTHREAD] = count = 3 + MYTHREAD;
  where = &few[3];
  *where = 8;
  many[4999] = 9;
}
Y
echo '#include "h.h"
int start;' >c.upc
for mode in '' -pthreads; do
  ! "$UPCC" $mode a.upc b.upc c.upc 2>err
  grep -q "upcc: note: '[a-z]*' is defined in several files.*-fcommon" err
  ! grep -q __upcr err
  "$UPCC" $mode -fcommon -o together a.upc b.upc c.upc
  test "$("$UPCRUN" -n 2 ./together)" = '4 3 8 8 9 5'
done
