// cflags: -g
// conformance: LANG-6.4.3-U2
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread 1: .*local_of_other\.upc:15: cast to a pointer-to-local of a pointer-to-shared to data of thread 0 .UPC 6.4.3
#include <upc_relaxed.h>

shared int a[THREADS];

int main(void) {
  int *own = (int *)&a[MYTHREAD], *other = own;
  *own = 1;
  if (MYTHREAD == 1)
    other = (int *)&a[0];
  upc_barrier;
  return *other - 1;
}
