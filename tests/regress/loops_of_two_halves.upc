// Half of the threads make another number of iterations; each half agrees, as on two nodes.
// cflags: -g
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread \d: .*loops_of_two_halves\.upc:13: upc_forall at .*loops_of_two_halves\.upc:11: thread \d made 1\d iterations, thread \d made 1\d
#include <upc_relaxed.h>

int main(void) {
  int n = 10 + (MYTHREAD >= THREADS - THREADS / 2), sum = 0;
  upc_forall (int i = 0; i < n; i++; i)
    sum += i;
  upc_barrier; /* here */
  return sum < 0;
}
