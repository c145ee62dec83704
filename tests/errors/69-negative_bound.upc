// # An array of negative length
// $ upcc -c negative_bound.upc
// > A bound is an integer that is not negative; that of a shared array is a constant, or a constant
// > times THREADS. A negative bound is often an overflow in `int`: write `1L << 31`.
#include <upc.h>
shared [] int a[1 - 2];
int main(void) { return a[0]; }
