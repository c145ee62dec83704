// cflags: -g
// conformance: CORE-7.2.4.8-U1
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread 1: .*unlock_of_other\.upc:15: upc_unlock of a lock that thread 0 holds
#include <upc_relaxed.h>

int main(void) {
  upc_lock_t *lock = upc_all_lock_alloc();
  if (MYTHREAD == 0)
    upc_lock(lock);
  upc_barrier;
  if (MYTHREAD == 1)
    upc_unlock(lock);
  upc_barrier;
  return 0;
}
