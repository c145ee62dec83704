// cflags: -g -Wno-upc-forall-exit
// conformance: LANG-6.6.2-U5
// threads: 2 3
// stderr: thread \d: .*forall_left\.upc:2[0-9]: warning: upc_forall at .*forall_left\.upc:18: thread 1 left it in iteration 2 by break, goto or return, thread \d went on to iteration 9: UPC does not define the result \(6\.6\.2p13\)
// A thread that leaves a loop leaves it for itself; the job is warned once.
#include "check.h"

static int leave_inner(void) {
  upc_forall (int j = 0; j < 4; j++; j)
    return j;
  return -1;
}

int main(void) {
  int n = 0;
  for (int round = 0; round < 5; round++) {
    n = 0;
    upc_forall (int i = 0; i < 9; i++; i) {
      n += leave_inner() + 1;
      if (MYTHREAD == 1)
        break;
    }
    upc_barrier;
  }
  CHECK_EQ(n, MYTHREAD == 1 ? 1 : 9 / THREADS + (MYTHREAD < 9 % THREADS));
  upc_forall (int i = 0; i < 9; i++; continue)
    if (i == MYTHREAD)
      break;
  check_done();
  return 0;
}
