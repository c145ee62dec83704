// # An alignment that is not a power of two
// $ upcc -c odd_alignment.upc
// > Memory is aligned to powers of two: 1, 2, 4 and so on.
#include <upc.h>
shared int a[THREADS] __attribute__((aligned(24)));
int main(void) { return 0; }
