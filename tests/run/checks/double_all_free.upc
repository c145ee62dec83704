// cflags: -g
// threads: 1 2 3
// conformance: CORE-7.2.2.5-U1
// status: nonzero
// expect-nothing
// stderr: thread 0: .*double_all_free\.upc:13: upc_all_free of memory that was freed already: an object allocated by thread 0 at .*:10 and freed by thread 0 at .*:11
#include <upc_relaxed.h>

int main(void) {
  shared int *p = upc_all_alloc(THREADS, 20);
  upc_all_free(p);
  upc_barrier;
  upc_all_free(p);
  upc_barrier;
  return 0;
}
