// # Allocating more than the heap holds
// $ upcc -o prog out_of_heap.upc
// $ upcrun -n 2 -shared-heap 64M ./prog
// > Enlarge the heap with `upcrun -shared-heap 2G` or `upcc -shared-heap=2G`.
#include <upc.h>
int main(void) {
  shared char *p = upc_all_alloc(THREADS, 1ul << 40);
  if (MYTHREAD == 0) p[0] = 1;
  upc_barrier;
  return 0;
}
