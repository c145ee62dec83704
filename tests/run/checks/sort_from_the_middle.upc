// threads: 2 3
// status: nonzero
// expect-nothing
// stderr: thread \d: .*upc_all_sort: A must point to thread 0, phase 0, where blk_size is not 0; it points to thread 0, phase 1
#include <upc_relaxed.h>
#include <upc_collective.h>

shared [4] int a[8 * THREADS];

static int order(shared void *x, shared void *y) { return *(shared int *)x - *(shared int *)y; }

int main(void) {
  upc_all_sort(&a[1], sizeof(int), 4, 4, order, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  return 0;
}
