// cflags: -g
// threads: 1 2 3
// status: nonzero
// expect-nothing
// stderr: thread 0: .*reduction_beyond\.upc:11: upc_all_reduce: read of 20 bytes outside an object: 0 bytes into the part on thread 0, which has 16 bytes, of 'a'
#include <upc_relaxed.h>
#include <upc_collective.h>
shared [4] int a[4 * THREADS];
shared int sum;
int main(void) {
  upc_all_reduceI(&sum, a, UPC_ADD, 4 * THREADS + 1, 4, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  upc_barrier;
  return 0;
}
