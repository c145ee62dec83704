// Seven blocks for all threads together: the last have fewer, whatever their segments hold.
// cflags: -g
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread 1: .*beyond_share\.upc:16: read of 4 bytes outside an object: \d+ bytes into the part on thread \d, which has \d+ bytes, of an object allocated by thread 0 at .*beyond_share\.upc:11
#include <upc_relaxed.h>

int main(void) {
  int sum = 0;
  shared int *p = upc_all_alloc(7, sizeof(int));
  p[6] = 1;
  upc_barrier;
  sum += p[6];
  if (MYTHREAD == 1)
    sum += p[7];
  upc_barrier;
  return sum != 1;
}
