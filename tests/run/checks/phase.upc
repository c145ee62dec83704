// cflags: -g
// conformance: LANG-6.4.3-U1
// threads: 1 2 3
// status: nonzero
// expect-nothing
// stderr: thread 0: .*phase\.upc:14: a generic pointer-to-shared of phase 4 becomes one of block size 3 .UPC 6.4.3
#include <upc_relaxed.h>

shared [5] int a[5 * THREADS];

int main(void) {
  shared void *generic = &a[4];
  if (MYTHREAD == 0) {
    shared [3] int *p = generic;
    *p = 0;
  }
  upc_barrier;
  return 0;
}
