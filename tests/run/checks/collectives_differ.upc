// cflags: -g
// conformance: ENV-3.9-U1
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread \d: .*collectives_differ\.upc:1[25]: barrier mismatch \(UPC 6\.6\.1\): thread \d \(.*differ\.upc:1[25]\) is in .*, thread \d \(.*differ\.upc:1[25]\) is in
#include <upc_relaxed.h>

int main(void) {
  shared void *p;
  if (MYTHREAD == 1)
    upc_barrier 1;
  else
    /* collective */
    p = upc_all_alloc(THREADS, 8);
  upc_barrier;
  return 0;
}
