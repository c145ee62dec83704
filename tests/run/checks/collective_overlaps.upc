// cflags: -g
// conformance: COLL-7.4.2.1-U3
// threads: 1 2 3
// status: nonzero
// expect-nothing
// stderr: thread 0: .*collective_overlaps\.upc:11: upc_all_broadcast: src and dst overlap by 4 bytes on thread 0
#include <upc_relaxed.h>
#include <upc_collective.h>
shared [16] char a[16 * THREADS];
int main(void) {
  upc_all_broadcast(a, &a[4], 8, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  upc_barrier;
  return 0;
}
