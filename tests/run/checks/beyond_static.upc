// A pointer that was moved behind its array.
// cflags: -g
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread 1: .*beyond_static\.upc:17: write of 8 bytes outside an object: 32 bytes into the part on thread 0, which has 32 bytes, of 'a', of type shared \[2\] long \[[*\w]+\], declared at .*beyond_static\.upc:9
#include <upc_relaxed.h>

shared [2] long a[4 * THREADS];
shared [2] long after[4 * THREADS];

int main(void) {
  shared [2] long *p = a + 4 * THREADS - 1;
  after[MYTHREAD] = 0;
  *p = 1;
  if (MYTHREAD == 1)
    p[1] = 2;
  upc_barrier;
  return 0;
}
