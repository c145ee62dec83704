// # Taking a lock twice
// $ upcc -o prog lock_twice.upc
// $ upcrun -n 2 ./prog
// > UPC's locks are not recursive. Take the lock once, or tell the called function that the lock is
// > held.
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
