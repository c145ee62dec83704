// Memory that the same access knew as live, freed meanwhile by another thread.
// cflags: -g
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread 1: .*after_free_at_a_site\.upc:18: read of 4 bytes after upc_free: 8 bytes into an object allocated by thread 0 at .*after_free_at_a_site\.upc:14 and freed by thread 0 at .*after_free_at_a_site\.upc:21
#include <upc_strict.h>

shared [] int *shared where;

int main(void) {
  int sum = 0;
  if (MYTHREAD == 0)
    where = upc_alloc(5 * sizeof(int));
  upc_barrier;
  for (int round = 0; round < 2; round++) {
    for (int i = 0; MYTHREAD == 1 && i < 3; i++)
      sum += where[i + (round == 1 ? 2 : 0)];
    upc_barrier;
    if (MYTHREAD == 0)
      upc_free(where);
    upc_barrier;
  }
  return sum;
}
