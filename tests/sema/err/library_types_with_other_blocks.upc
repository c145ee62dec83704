// The library's types are shared with the default block size: one with another block size is a type of its own, and named so.
#include <bupc_extensions.h>
#include <upc.h>
shared [] bupc_sem_t *sem;
shared [4] upc_lock_t *lock;
void f(void) {
  bupc_sem_wait(sem); /* error: argument 1 of 'bupc_sem_wait' must be 'bupc_sem_t *', this is 'shared [] bupc_sem_t *' */
  upc_lock(lock);     /* error: argument 1 of 'upc_lock' must be 'upc_lock_t *', this is 'shared [4] upc_lock_t *' */
}
