// The part that another thread has of an object ends where its share does.
// cflags: -g
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread \d: .*outside_the_part_of_another_thread\.upc:15: write of 4 bytes outside an object: 12 bytes into the part on thread 0, which has 8 bytes, of an object allocated by thread 0 at .*outside_the_part_of_another_thread\.upc:10
#include <upc_relaxed.h>

int main(void) {
  shared [2] int *p = upc_all_alloc(THREADS, 2 * sizeof(int));
  for (int i = 0; i < 2 * THREADS; i++)
    p[i] = i;
  upc_barrier;
  if (MYTHREAD == THREADS - 1)
    p[2 * THREADS + 1] = 1; /* here */
  upc_barrier;
  return 0;
}
