// # THREADS among several factors
// $ upcc -c threads_and_factors.upc
// > UPC allows THREADS once in a bound, alone or times one constant. Other compilers may refuse a
// > product of more.
#include <upc.h>
shared int a[THREADS * 2 * 3];
int main(void) { return a[0]; }
