// cflags: -g
// threads: 1 3
// status: nonzero
// expect-nothing
// stderr: thread \d: .*vectors_beyond\.upc:11: upcx_all_reduce_all: write of 24 bytes outside an object: 0 bytes into the part on thread \d, which has 16 bytes, of 'to'
#include <upc_relaxed.h>
#include <upcx_collective.h>
shared [3] double from[3 * THREADS];
shared [2] double to[2 * THREADS];
int main(void) {
  upcx_all_reduce_all(to, from, UPC_DOUBLE, UPC_MAX, 3, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  return 0;
}
