// cflags: -g -Wno-upc-collective-in-branch
// conformance: ENV-3.9-U1
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: barrier mismatch \(UPC 6\.6\.1\): thread \d .*is (in a barrier without value|at the start or end of the program), thread \d .*is (in a barrier without value|at the start or end of the program)
#include <upc_relaxed.h>

int main(void) {
  if (MYTHREAD != 1)
    upc_barrier;
  return 0;
}
