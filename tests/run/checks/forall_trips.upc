// cflags: -g
// conformance: LANG-6.6.2-U1
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread \d: .*forall_trips\.upc:1[56]: upc_forall at .*forall_trips\.upc:13: thread \d made \d iterations, thread \d made \d; its controlling expression is single-valued
#include <upc_relaxed.h>

int main(void) {
  int i, n = 0;
  upc_forall (i = 0; i < 9; i++; i)
    n++;
  upc_forall (i = 0; i < 5 + (MYTHREAD == 1); i++; i)
    n++;
  upc_barrier;
  return 0;
}
