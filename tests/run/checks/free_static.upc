// cflags: -g
// threads: 1 2 3
// status: nonzero
// expect-nothing
// stderr: thread 0: .*free_static\.upc:11: upc_free of a static object: 'a', of type shared int \[(THREADS|\d)\], declared at .*:8
#include <upc_relaxed.h>

shared int a[THREADS];
int main(void) {
  if (MYTHREAD == 0)
    upc_free(a);
  upc_barrier;
  return 0;
}
