// cflags: -g
// threads: 1 2 3
// status: nonzero
// expect-nothing
// stderr: thread 0: .*sort_beyond\.upc:14: upc_all_sort: update of 20 bytes outside an object: 0 bytes into the part on thread 0, which has 16 bytes, of 'a'
#include <upc_relaxed.h>
#include <upc_collective.h>

shared [4] int a[4 * THREADS];

static int order(shared void *x, shared void *y) { return *(shared int *)x - *(shared int *)y; }

int main(void) {
  upc_all_sort(a, sizeof(int), 4 * THREADS + 1, 4, order, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  return 0;
}
