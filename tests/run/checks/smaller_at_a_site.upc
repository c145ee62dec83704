// A smaller object has come to where a freed one was that the same access knew.
// cflags: -g
// threads: 1 2
// env: UPC_SHARED_HEAP_SIZE=1M
// status: nonzero
// expect-nothing
// stderr: thread 0: .*smaller_at_a_site\.upc:11: write of 4 bytes outside an object: 400 bytes into the part on thread 0, which has 400 bytes, of an object allocated by thread 0 at .*smaller_at_a_site\.upc:25
#include <stdlib.h>
#include <upc_relaxed.h>

static void set(shared [] int *p, int i) { p[i] = 1; }

/* 100 elements inside the first 200 from `first` on. */
static int is_within(shared [] int *p, shared [] int *first) {
  return p && p >= first && p <= first + 100;
}

int main(void) {
  if (MYTHREAD == 0) {
    shared [] int *first = upc_alloc(201 * sizeof(int)), *again = NULL;
    set(first, 200);
    upc_free(first);
    for (int i = 0; i < 100000 && !is_within(again, first); i++) {
      upc_free(again);
      again = upc_alloc(100 * sizeof(int));
    }
    if (!is_within(again, first))
      exit(0);
    set(again, 100);
  }
  upc_barrier;
  return 0;
}
