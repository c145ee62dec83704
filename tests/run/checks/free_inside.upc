// cflags: -g
// threads: 1 2 3
// status: nonzero
// expect-nothing
// stderr: thread 0: .*free_inside\.upc:13: upc_free of a pointer to thread 0, 16 bytes into its part, not to the start of an object allocated by thread 0 at .*:11
#include <upc_relaxed.h>

int main(void) {
  shared [] int *p;
  if (MYTHREAD == 0) {
    p = upc_alloc(40);
    p += 4;
    upc_free(p);
  }
  upc_barrier;
  return 0;
}
