// # A lock as an object
// $ upcc -c lock_object.upc
// > `upc_all_lock_alloc` and `upc_global_lock_alloc` make locks, which are used through pointers:
// > `upc_lock_t *lock = upc_all_lock_alloc();`.
#include <upc.h>
upc_lock_t lock;
int main(void) {
  upc_lock(&lock);
  return 0;
}
