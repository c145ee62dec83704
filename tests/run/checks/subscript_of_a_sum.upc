// A number added to an array is a subscript of it.
// cflags: -g
// threads: 2 3
// status: nonzero
// expect-nothing
// stderr: thread 1: .*subscript_of_a_sum\.upc:14: subscript 5 of '\*\(a \+ row\)' is outside 0 to 4
#include <upc_relaxed.h>

shared [5] int a[3 * THREADS][5];

int main(void) {
  int row = 1, column = 4;
  *(*(a + row) + column) = 1;
  *(*(a + row) + (column + (MYTHREAD == 1))) = 2;
  upc_barrier;
  return 0;
}
