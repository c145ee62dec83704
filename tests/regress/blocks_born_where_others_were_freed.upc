// Memory of freed objects becomes that of others, larger and smaller, while all threads access
// those that live.
// cflags: -g
// threads: 2 3 4
// expect-nothing
#include "check.h"
#include <upc_relaxed.h>

static shared [] int *shared own[THREADS];
static shared int *shared all;

int main(void) {
  for (int k = 0; k < 200; k++) {
    int n = 1 + k * 37 % 300, next = (MYTHREAD + k) % THREADS;
    own[MYTHREAD] = upc_alloc(n * sizeof(int));
    if (MYTHREAD == k % THREADS)
      all = upc_global_alloc(n * THREADS, sizeof(int));
    upc_barrier;
    own[next][n - 1] = k;
    all[(n - 1) * THREADS + next] = k + 1;
    upc_barrier;
    CHECK_EQ(own[MYTHREAD][n - 1], k);
    CHECK_EQ(all[(n - 1) * THREADS + MYTHREAD], k + 1);
    upc_barrier;
    upc_free(own[next]);
    if (MYTHREAD == k * 5 % THREADS)
      upc_free(all);
    upc_barrier;
  }
  return 0;
}
