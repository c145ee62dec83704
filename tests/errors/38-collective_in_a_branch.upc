// # A collective allocation by one thread
// $ upcc -c collective_in_a_branch.upc
// > All threads must call a function named `upc_all_...`, and all get the same result. A single
// > thread calls `upc_global_alloc`.
#include <upc.h>
shared int *p;
int main(void) {
  if (MYTHREAD == 0)
    p = upc_all_alloc(THREADS, sizeof(int));
  upc_barrier;
  return 0;
}
