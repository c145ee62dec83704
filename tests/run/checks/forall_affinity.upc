// cflags: -g
// conformance: LANG-6.6.2-U1
// threads: 2 3 4
// status: nonzero
// expect-nothing
// stderr: thread \d: upc_forall at .*forall_affinity\.upc:12: threads \d and \d disagree on which thread executes an iteration
#include <upc_relaxed.h>

shared int a[4 * THREADS];
int main(void) {
  int i, n = 0;
  upc_forall (i = 0; i < 3 * THREADS; i++; &a[i + MYTHREAD])
    n++;
  return n == 0;
}
