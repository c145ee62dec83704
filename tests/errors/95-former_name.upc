// # A function that UPC no longer has
// $ upcc -c former_name.upc
// > Programs for UPC 1.0 initialise a lock after its allocation. It is ready: drop the call.
#include <upc.h>
int main(void) {
  upc_lock_t *lock = upc_all_lock_alloc();
  upc_lock_init(lock);
  upc_lock(lock);
  upc_unlock(lock);
  return 0;
}
