// # Assigning pointers with different block sizes
// $ upcc -c different_block_sizes.upc
// > `p++` steps to another thread for `shared int *`, but to the next element of the block for
// > `shared [4] int *`. Declare `shared [4] int *p`; a cast keeps the address, but then walks in
// > the other order.
#include <upc.h>
shared [4] int a[4 * THREADS];
int main(void) {
  shared int *p = a;
  *p = 0;
  return 0;
}
