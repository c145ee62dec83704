// cflags: -g
// conformance: CORE-7.2.4.4-U2
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread 1: .*freed_lock\.upc:15: upc_lock_attempt of .*free
#include <upc_relaxed.h>

int main(void) {
  upc_lock_t *lock = upc_all_lock_alloc();
  if (MYTHREAD == 0)
    upc_lock_free(lock);
  upc_barrier;
  if (MYTHREAD == 1)
    upc_lock_attempt(lock);
  upc_barrier;
  return 0;
}
