// cflags: -g -Wno-upc-collective-in-branch
// conformance: ENV-3.9-U1
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: barrier mismatch \(UPC 6\.6\.1\): thread \d \(.*one\.upc:1[24]\) is in (a barrier without value|upc_all_alloc), thread \d \(.*one\.upc:1[24]\) is in (a barrier without value|upc_all_alloc)
#include <upc_relaxed.h>
shared int *shared p;

int main(void) {
  if (MYTHREAD == 0)
    p = upc_all_alloc(THREADS, sizeof(int));
  else
    upc_barrier;
  upc_barrier;
  return 0;
}
