# Under -pthreads each UPC thread has its own variables; C that upcc did not compile has those of
# the process. Variables that both name are refused, because large ones would be mistaken; both
# remedies work.
cat >plain.c <<'C'
int small = 1, large[5000] = {2}, few[3] = {3}, theirs_only = 4;
extern int mine[5000];
int sum(void) { return small + large[0] + few[0] + mine[0] + theirs_only; }
C
cat >main.upc <<'Y'
#include <stdio.h>
#include <upc.h>
extern int small, large[5000], few[];
int mine[5000], mine_only = 7;
int sum(void);
int main(void) {
  if (!MYTHREAD) mine[0] = 10, small++, large[0]++, few[0]++;
  upc_barrier;
  if (!MYTHREAD) printf("%d\n", sum());
}
Y
cc -c plain.c
ar rc libplain.a plain.o
"$UPCC" main.upc plain.o -o a
test "$("$UPCRUN" -n 2 ./a)" = 23
! "$UPCC" -pthreads main.upc -L. -lplain 2>err
for name in small large few mine; do
  grep -q "error: variable '$name' belongs to each UPC thread in main.upc" err
done
test "$(grep -c 'upcc: error' err)" = 4
grep -q 'compile ./libplain.a(plain.o) with upcc -pthreads too' err
"$UPCC" -pthreads main.upc plain.c -o a
test "$("$UPCRUN" -n 2 -p 2 ./a)" = 23
"$UPCC" -pthreads -fno-upc-privatize=small,large,few,mine main.upc plain.o -o a
test "$("$UPCRUN" -n 2 -p 2 ./a)" = 23
