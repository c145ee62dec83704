// cflags: -g
// conformance: COLL-7.4.3.1-U2
// threads: 1 2 3
// status: nonzero
// expect-nothing
// stderr: thread \d: .*prefix_in_place\.upc:11: upc_all_prefix_reduce: src and dst overlap by 16 bytes on thread \d
#include <upc_relaxed.h>
#include <upc_collective.h>
shared [4] int a[4 * THREADS];
int main(void) {
  upc_all_prefix_reduceI(a, a, UPC_ADD, 4 * THREADS, 4, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  upc_barrier;
  return 0;
}
