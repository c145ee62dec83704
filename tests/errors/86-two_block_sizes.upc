// # Two declarations with different block sizes
// $ upcc -c two_block_sizes.upc
// > All declarations of an object must have the same type, including the block size. Put the
// > declaration into a header that all files include.
#include <upc.h>
extern shared [2] int a[2 * THREADS];
shared int a[2 * THREADS];
int main(void) { return 0; }
