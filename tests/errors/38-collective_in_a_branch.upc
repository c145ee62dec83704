// # A collective allocation by one thread
// $ upcc -c collective_in_a_branch.upc
// > Functions named `upc_all_` are called by all threads, and all get the same result. One thread
// > alone uses `upc_global_alloc`.
#include <upc.h>
shared int *p;
int main(void) {
  if (MYTHREAD == 0)
    p = upc_all_alloc(THREADS, sizeof(int));
  upc_barrier;
  return 0;
}
