# Objects, an archive, a preprocessed file and an assembly file, as with gcc.
cat >a.upc <<'X'
#include <upc.h>
#include <stdio.h>
extern shared int x[THREADS];
int add(int, int), from_archive(void);
int main(void) {
  x[MYTHREAD] = add(MYTHREAD, from_archive());
  upc_barrier;
  if (MYTHREAD == 0) printf("%d\n", x[THREADS - 1]);
}
X
echo '#include <upc.h>
shared int x[THREADS]; int unused(void) { return x[0]; }' >b.upc
echo 'int add(int a, int b) { return a + b; }' >c.c
echo '#include <upc.h>
static shared int ten = 10; int from_archive(void) { return ten; }' >d.upc
"$UPCC" -c a.upc b.upc c.c
test -f a.o
test -f b.o
test -f c.o
"$UPCC" -c -o d.o d.upc
ar rc libd.a d.o
"$UPCC" -o linked a.o b.o c.o -L. -ld
test "$("$UPCRUN" -n 3 ./linked)" = 12
"$UPCC" -E a.upc >a.upci
"$UPCC" -o all a.upci b.upc c.c d.upc
# -x upc says the language; the suffix, that it is preprocessed
"$UPCC" -o all -x upc a.upci -x none b.upc c.c d.upc
test "$("$UPCRUN" -n 4 ./all)" = 13
"$UPCC" -S c.c
test -f c.s
"$UPCC" -trans d.upc
test -f d.trans.c

# Link-time optimisation of the C files; the UPC files, which share objects, are linked as they are.
echo '#include <upc.h>
static shared int ten = 1; int one(void) { return ten; }' >e.upc
for options in -flto '-pthreads -O2 -flto=auto' '-g -Wc,-flto'; do
  "$UPCC" $options -o whole a.upc b.upc c.c d.upc e.upc
  test "$("$UPCRUN" -n 3 ./whole)" = 12
done
