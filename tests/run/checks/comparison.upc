// cflags: -g
// conformance: LANG-6.4.2-U2
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread 0: .*comparison\.upc:13: two pointers-to-shared are subtracted or compared that no number of elements takes
#include <upc_relaxed.h>

shared [4] int a[4 * THREADS];

int main(void) {
  shared [4] int *p = &a[1], *q = upc_resetphase(&a[3]);
  if (MYTHREAD == 0 && p < q)
    return 0;
  upc_barrier;
  return 0;
}
