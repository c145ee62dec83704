# The same shared object with two block sizes, in two files: refused at link, by name.
echo '#include <upc.h>
shared [2] int grid[4 * THREADS]; int main(void) { return grid[0]; }' >a.upc
echo '#include <upc.h>
extern shared [4] int grid[4 * THREADS]; int f(void) { return grid[1]; }' >b.upc
"$UPCC" -c a.upc b.upc
! "$UPCC" -o x a.o b.o 2>err
grep -q grid err

# A file that forgets 'shared' in its declaration: refused at link, a file in C too.
echo 'extern int grid[]; int f(void) { return grid[1]; }' >c.upc
for language in upc c; do
  "$UPCC" -x $language -c c.upc -o c.o
  ! "$UPCC" -o x a.o c.o 2>err
  grep -q "'grid' is shared at a.upc:2 (shared \[2\] int \[4\*THREADS\]), but c.o uses it" err
done

# A library before the files that use it.
echo '#include <upc.h>
extern shared [2] int grid[4 * THREADS]; int g(void) { return grid[0]; }' >d.upc
echo 'int g(void); int main(void) { return g(); }' >main.upc
"$UPCC" -c d.upc main.upc
ar rc libd.a d.o
! "$UPCC" -o x -L. -ld main.o 2>err
grep -q "note: 'g' is defined in .*libd.a(d.o): put a library behind the files that use it" err
