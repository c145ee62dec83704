// # A subscript outside its array
// $ upcc -c subscript_outside.upc
// > The array has three rows for any number of threads. `upcc -g` finds subscripts that are known
// > only at run time.
#include <upc.h>
shared int a[3][THREADS];
int main(void) { return a[3][0]; }
