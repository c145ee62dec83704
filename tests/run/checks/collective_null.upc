// cflags: -g
// threads: 1 2 3
// status: nonzero
// expect-nothing
// stderr: thread \d: .*collective_null\.upc:11: upc_all_reduce: src is a null pointer-to-shared
#include <upc_relaxed.h>
#include <upc_collective.h>
shared int sum;
shared int *from; /* not set */
int main(void) {
  upc_all_reduceI(&sum, from, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  return 0;
}
