// cflags: -g -Wno-upc-forall
// conformance: LANG-6.6.2-U4
// threads: 2 3
// status: nonzero
// expect-nothing
// stderr: thread \d: .*barrier_in_forall\.upc:9: barrier in the upc_forall at .*barrier_in_forall\.upc:13, or after longjmp left it
#include <upc_relaxed.h>

static void wait_here(void) { upc_barrier; }

int main(void) {
  int i;
  upc_forall (i = 0; i < 2 * THREADS; i++; i)
    wait_here();
  return 0;
}
