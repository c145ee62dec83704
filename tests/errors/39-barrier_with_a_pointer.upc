// # A barrier with a value that is not a number
// $ upcc -c barrier_with_a_pointer.upc
// > Threads compare the value of a barrier to find mistakes. It is optional, and may be any
// > integer.
#include <upc.h>
shared int a[THREADS];
int main(void) {
  upc_barrier a;
  return 0;
}
