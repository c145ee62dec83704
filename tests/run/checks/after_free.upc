// Memory of another thread that it has freed.
// cflags: -g
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread 1: .*after_free\.upc:24: read of 4 bytes after upc_free: 8 bytes into an object allocated by thread 0 at .*after_free\.upc:14 and freed by thread 0 at .*after_free\.upc:19
#include <upc_strict.h>

shared [] int *shared where, *shared other;

int main(void) {
  int value = 0;
  if (MYTHREAD == 0) {
    where = upc_alloc(5 * sizeof(int));
    where[2] = 7;
  }
  upc_barrier;
  if (MYTHREAD == 0)
    upc_free(where);
  upc_barrier;
  if (MYTHREAD == 0)
    other = upc_alloc(5 * sizeof(int)); /* not the same memory again */
  else if (MYTHREAD == 1)
    value = where[2];
  upc_barrier;
  return value;
}
