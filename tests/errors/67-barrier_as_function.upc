// # A barrier written as a function
// $ upcc -c barrier_as_function.upc
// > `upc_barrier`, `upc_notify`, `upc_wait` and `upc_fence` are statements. A barrier may have a
// > value, without parentheses, which must be the same on all threads: `upc_barrier 2;`.
#include <upc.h>
int main(void) {
  upc_barrier();
  return 0;
}
