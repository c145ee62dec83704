// # A misspelt name
// $ upcc -c misspelt.upc
// > The nearest name that is declared is proposed.
#include <upc.h>
shared int counter;
int main(void) {
  upc_lock_t *lock = upc_all_lock_aloc();
  upc_lock(lock);
  countre++;
  upc_unlock(lock);
  return 0;
}
