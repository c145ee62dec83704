// cflags: -g
// threads: 1 2 3
// status: nonzero
// expect-nothing
// stderr: thread 0: .*misaligned\.upc:13: write of 8 bytes at thread 0, offset 0x[0-9a-f]*2, which is no multiple of the type's alignment 8
#include <upc_relaxed.h>

shared [] char bytes[64];

int main(void) {
  shared [] double *p = (shared [] double *)(bytes + 2);
  if (MYTHREAD == 0)
    *p = 1;
  upc_barrier;
  return 0;
}
