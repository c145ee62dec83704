// # An access through a pointer that is null at run time
// $ upcc -o prog null_shared_pointer.upc
// $ upcrun -n 2 ./prog
// > Each thread has its own `p`, which nothing has set. Set it before the access, on every thread;
// > `upcc -g` names the access.
#include <upc.h>
shared int *p;
int main(void) {
  if (MYTHREAD == 0) *p = 1;
  upc_barrier;
  return 0;
}
