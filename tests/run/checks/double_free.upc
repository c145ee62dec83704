// What thread 0 allocated is freed by thread 1, and again.
// cflags: -g
// threads: 2 3 4
// conformance: CORE-7.2.2.4-U1
// status: nonzero
// expect-nothing
// stderr: thread 1: .*double_free\.upc:19: upc_free of memory that was freed already: an object allocated by thread 0 at .*:14 and freed by thread 1 at .*:18
#include <upc_relaxed.h>

shared [] char *shared where;

int main(void) {
  if (MYTHREAD == 0)
    where = upc_alloc(100);
  upc_barrier;
  if (MYTHREAD == 1) {
    shared [] char *p = where;
    upc_free(p);
    upc_free(p);
  }
  upc_barrier;
  return 0;
}
