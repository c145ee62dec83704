// cflags: -g
// conformance: CORE-7.2.3.5-U1
// threads: 1 2 3
// status: nonzero
// expect-nothing
// stderr: thread 0: .*affinitysize_thread\.upc:11: upc_affinitysize: thread \d, of \d threads
#include <upc_relaxed.h>

int main(void) {
  if (MYTHREAD == 0)
    return upc_affinitysize(100, 10, THREADS) == 0;
  upc_barrier;
  return 0;
}
