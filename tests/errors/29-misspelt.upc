// # A misspelt name
// $ upcc -c misspelt.upc
// > The message proposes the most similar declared name.
#include <upc.h>
shared int counter;
int main(void) {
  upc_lock_t *lock = upc_all_lock_aloc();
  upc_lock(lock);
  countre++;
  upc_unlock(lock);
  return 0;
}
