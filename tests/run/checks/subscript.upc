// A subscript beyond one dimension of a declared array, though the element is inside the array.
// cflags: -g
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread 1: .*subscript\.upc:15: subscript 5 of 'a\[row\]' is outside 0 to 4
#include <upc_relaxed.h>

shared [5] int a[3 * THREADS][5];

int main(void) {
  int row = 1, column = 4;
  a[row][column] = 1;
  if (MYTHREAD == 1)
    a[row][column + 1] = 2;
  upc_barrier;
  return 0;
}
