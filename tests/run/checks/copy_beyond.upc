// cflags: -g
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread 1: .*copy_beyond\.upc:14: upc_memput: write of 44 bytes outside an object: 0 bytes into the part on thread 0, which has 40 bytes, of 'a'
#include <upc_relaxed.h>

shared [10] int a[10 * THREADS];

int main(void) {
  int from[11] = {0};
  upc_memput(&a[MYTHREAD * 10], from, 40);
  if (MYTHREAD == 1)
    upc_memput(&a[0], from, sizeof from);
  upc_barrier;
  return 0;
}
