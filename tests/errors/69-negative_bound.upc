// # An array of negative length
// $ upcc -c negative_bound.upc
// > Bounds are integers from 0 on; those of shared arrays are constants, times THREADS. A negative
// > one often comes from an overflow in `int`: write `1L << 31`.
#include <upc.h>
shared [] int a[1 - 2];
int main(void) { return a[0]; }
