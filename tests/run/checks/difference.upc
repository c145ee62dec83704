// cflags: -g
// conformance: LANG-6.4.2-U1
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread 1: .*difference\.upc:15: two pointers-to-shared are subtracted or compared that are indefinite and on two threads
#include <upc_relaxed.h>

shared int a[THREADS];

int main(void) {
  shared [] int *p = (shared [] int *)&a[0], *q = (shared [] int *)&a[1];
  long d = p - p;
  if (MYTHREAD == 1)
    d += q - p;
  upc_barrier;
  return d != 0;
}
