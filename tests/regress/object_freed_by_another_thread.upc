// A thread that knows an object, of whichever node, learns that another thread has freed it.
// cflags: -g
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread \d: .*object_freed_by_another_thread\.upc:30: read of 4 bytes after upc_free: 8 bytes into an object allocated by thread 0 at .*object_freed_by_another_thread\.upc:12 and freed by thread 1 at .*object_freed_by_another_thread\.upc:26
#include <upc_relaxed.h>

static shared [] int *shared given;

static void give(void) {
  shared [] int *p = upc_alloc(40);
  for (int i = 0; i < 10; i++)
    p[i] = i;
  given = p;
}

int main(void) {
  int sum = 0;
  for (int k = 0; k < 30; k++) {
    if (MYTHREAD == 0)
      give();
    upc_barrier;
    sum += k == 29 ? 0 : given[2];
    upc_barrier;
    if (MYTHREAD == 1) upc_free(given);
    upc_barrier;
  }
  if (MYTHREAD == THREADS - 1)
    sum += given[2];
  upc_barrier;
  return sum < 0;
}
