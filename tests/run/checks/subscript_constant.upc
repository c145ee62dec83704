// A constant subscript, in a member of an element.
// cflags: -g -Wno-upc-array-bounds
// threads: 1 3
// status: nonzero
// expect-nothing
// stderr: thread 0: .*subscript_constant\.upc:16: subscript 3 of 's\[MYTHREAD\]\.part' is outside 0 to 2
#include <upc_relaxed.h>

struct block {
  int part[3];
};
shared struct block s[THREADS];

int main(void) {
  if (MYTHREAD == 0)
    s[MYTHREAD].part[3]++;
  upc_barrier;
  return 0;
}
