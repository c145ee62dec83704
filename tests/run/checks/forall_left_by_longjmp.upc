// cflags: -g
// conformance: LANG-6.6.2-U6
// threads: 2 3
// status: nonzero
// expect-nothing
// stderr: thread \d: .*forall_left_by_longjmp\.upc:21: barrier in the upc_forall at .*forall_left_by_longjmp\.upc:14, or after longjmp left it \(UPC 6\.6\.2p13\)
#include <setjmp.h>
#include <upc_relaxed.h>

static jmp_buf before;

static void search(void) {
  int i;
  upc_forall (i = 0; i < THREADS; i++; i)
    longjmp(before, 1);
}

int main(void) {
  if (setjmp(before) == 0)
    search();
  upc_barrier;
  return 0;
}
