// cflags: -g
// conformance: COLL-7.4.3.1-U2
// threads: 2 3
// status: nonzero
// expect-nothing
// stderr: thread 1: .*reduction_into_its_source\.upc:11: upc_all_reduce: src and dst overlap by 4 bytes on thread 1
#include <upc_relaxed.h>
#include <upc_collective.h>
shared [4] int a[4 * THREADS];
int main(void) {
  upc_all_reduceI(&a[6], &a[1], UPC_ADD, 4 * THREADS - 1, 4, NULL,
                  UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  upc_barrier;
  return 0;
}
