# A UPC program needs no -lm, also from an archive and for a static executable, and libm is no
# burden to one without mathematics; a C program is linked as cc links it.
cat >root.upc <<'Y'
#include <math.h>
#include <upc.h>
double root(shared double *x) { return sqrt(*x) + cos(*x - 2) + pow(*x, 3); }
Y
cat >main.upc <<'Y'
#include <stdio.h>
#include <upc.h>
shared double x;
double root(shared double *x);
int main(void) {
  if (!MYTHREAD) x = 2, printf("%.3f\n", root(&x));
}
Y
"$UPCC" -c root.upc
ar rc libroot.a root.o
for options in '' -pthreads -static; do
  "$UPCC" $options -c root.upc
  "$UPCC" $options main.upc root.o -o a
  test "$("$UPCRUN" -n 2 ./a)" = 10.414
done
"$UPCC" main.upc -L. -lroot -o a
test "$("$UPCRUN" -n 1 ./a)" = 10.414
echo '#include <upc.h>
int main(void) { return 0; }' >none.upc
"$UPCC" none.upc -o none
! readelf -d none | grep -q 'NEEDED.*libm\.'
cat >c.c <<'C'
#include <math.h>
int main(int n, char **v) { return cos(n) == 7; }
C
! "$UPCC" c.c 2>err
grep -q "undefined reference to .cos" err
