# The same shared object with two block sizes, in two files: refused at link, by name.
echo '#include <upc.h>
shared [2] int grid[4 * THREADS]; int main(void) { return grid[0]; }' >a.upc
echo '#include <upc.h>
extern shared [4] int grid[4 * THREADS]; int f(void) { return grid[1]; }' >b.upc
"$UPCC" -c a.upc b.upc
! "$UPCC" -o x a.o b.o 2>err
grep -q grid err
