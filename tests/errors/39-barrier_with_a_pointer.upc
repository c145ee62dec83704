// # A barrier with a value that is no number
// $ upcc -c barrier_with_a_pointer.upc
// > The value of a barrier is compared between threads to find mistakes; any integer does, and none
// > is needed.
#include <upc.h>
shared int a[THREADS];
int main(void) {
  upc_barrier a;
  return 0;
}
