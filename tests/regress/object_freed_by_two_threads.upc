// A second free is noticed whoever made the first one.
// cflags: -g
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread 0: .*object_freed_by_two_threads\.upc:19: upc_free of memory that was freed already: an object allocated by thread 1 at .*object_freed_by_two_threads\.upc:13 and freed by thread \d at .*object_freed_by_two_threads\.upc:16
#include <upc_relaxed.h>

static shared [] int *shared given;

int main(void) {
  if (MYTHREAD == 1)
    given = upc_global_alloc(3, 40);
  upc_barrier;
  if (MYTHREAD == THREADS - 1)
    upc_free(given); /* the first */
  upc_barrier;
  if (MYTHREAD == 0)
    upc_free(given); /* the second */
  upc_barrier;
  return 0;
}
