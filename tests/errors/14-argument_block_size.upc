// # Passing an array with another block size
// $ upcc -c argument_block_size.upc
// > The function's pointer must have the array's block size: `void fill(shared int *where, int n)`.
// > To pass the part of one thread, pass `(shared [] int *)&a[MYTHREAD]`.
#include <upc.h>
void fill(shared [] int *where, int n);
shared int a[8 * THREADS];
int main(void) {
  fill(a, 8);
  return 0;
}
