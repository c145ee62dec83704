// cflags: -g
// conformance: COLL-7.4.2.1-U3
// threads: 1 2 4
// status: nonzero
// expect-nothing
// stderr: thread \d: .*collective_in_place\.upc:11: upc_all_exchange: src and dst overlap by \d+ bytes on thread \d
#include <upc_relaxed.h>
#include <upc_collective.h>
int main(void) {
  shared void *a = upc_all_alloc(THREADS, 4 * THREADS * sizeof(int));
  upc_all_exchange(a, a, 4 * sizeof(int), UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  upc_barrier;
  return 0;
}
