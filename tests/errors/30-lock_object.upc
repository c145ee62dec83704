// # A lock as an object
// $ upcc -c lock_object.upc
// > Locks are made by `upc_all_lock_alloc` or `upc_global_lock_alloc`, and used through a pointer:
// > `upc_lock_t *lock = upc_all_lock_alloc();`.
#include <upc.h>
upc_lock_t lock;
int main(void) {
  upc_lock(&lock);
  return 0;
}
