// cflags: -g
// conformance: LANG-6.6.2-U1
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread \d: .*forall_of_some\.upc:14: thread 0 executed the upc_forall at .*forall_of_some\.upc:12, thread \d did not
#include <upc_relaxed.h>

int main(void) {
  int i, n = 0;
  if (MYTHREAD == 0)
    upc_forall (i = 0; i < 9; i++; i)
      n++;
  upc_barrier;
  return 0;
}
