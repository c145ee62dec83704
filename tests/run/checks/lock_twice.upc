// cflags: -g
// conformance: CORE-7.2.4.6-U1
// threads: 1 2 3
// status: nonzero
// expect-nothing
// stderr: thread 0: .*lock_twice\.upc:13: upc_lock of a lock that the thread already holds
#include <upc_relaxed.h>

int main(void) {
  upc_lock_t *lock = upc_all_lock_alloc();
  if (MYTHREAD == 0) {
    upc_lock(lock);
    upc_lock(lock);
  }
  upc_barrier;
  return 0;
}
