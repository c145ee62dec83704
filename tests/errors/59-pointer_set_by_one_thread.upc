// # A pointer that only one thread has set
// $ upcc -g -o prog pointer_set_by_one_thread.upc
// $ upcrun -n 2 ./prog
// > `shared int *p` is one pointer for each thread; `shared int *shared p` is one for all. Or call
// > `upc_all_alloc`, which gives all threads the pointer.
#include <upc.h>
shared int *p;
int main(void) {
  if (MYTHREAD == 0) p = upc_global_alloc(THREADS, sizeof(int));
  upc_barrier;
  if (MYTHREAD == 1) p[1] = 1;
  upc_barrier;
  return 0;
}
