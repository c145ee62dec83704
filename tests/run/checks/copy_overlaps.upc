// cflags: -g
// conformance: CORE-7.2.5.1-U1
// threads: 1 2 3
// status: nonzero
// expect-nothing
// stderr: thread 0: .*copy_overlaps\.upc:12: upc_memcpy: copy of 10 bytes between objects that overlap by 4 bytes
#include <upc_relaxed.h>

shared [] char a[100];
int main(void) {
  if (MYTHREAD == 0)
    upc_memcpy(a + 6, a, 10);
  upc_barrier;
  return 0;
}
