// # Assigning pointers with different block sizes
// $ upcc -c different_block_sizes.upc
// > `p++` of a `shared int *` goes to the next thread; of a `shared [4] int *` it goes to the next
// > element of the block. Declare `shared [4] int *p`. A cast keeps the address and changes the
// > order of the elements.
#include <upc.h>
shared [4] int a[4 * THREADS];
int main(void) {
  shared int *p = a;
  *p = 0;
  return 0;
}
