// # Taking a lock twice
// $ upcc -o prog lock_twice.upc
// $ upcrun -n 2 ./prog
// > UPC's locks do not count. Take it once, or pass on that it is held.
#include <upc.h>
int main(void) {
  upc_lock_t *l = upc_all_lock_alloc();
  if (MYTHREAD == 0) {
    upc_lock(l);
    upc_lock(l);
  }
  upc_barrier;
  return 0;
}
