/* Scatter in loops of calls, over more nodes than two: every root, blocks that are relayed and
 * longer ones, changing from call to call. */
#include <stdio.h>
#include <upc_collective.h>
#include <upc_relaxed.h>

enum { MOST = 40000, CALLS = 6 };
static const int sizes[] = {1, 8, 100, 1024, 4096, 5000, MOST};
shared char *src, *dst;

static char value(int root, int call, int thread, int i) {
  return (char)(root * 31 + call * 7 + thread * 3 + i % 113);
}

static int wrong(int n, int root) {
  int count = 0;
  for (int call = 0; call < CALLS; call++) {
    char *own = (char *)&dst[MYTHREAD];
    if (MYTHREAD == root) {
      char *all = (char *)&src[MYTHREAD];
      for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < n; i++)
          all[t * n + i] = value(root, call, t, i);
    }
    upc_all_scatter(dst, (shared char *)&src[root], n, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    for (int i = 0; i < n; i++)
      count += own[i] != value(root, call, MYTHREAD, i);
  }
  return count;
}

int main(void) {
  src = upc_all_alloc(THREADS, THREADS * MOST);
  dst = upc_all_alloc(THREADS, MOST);
  int count = 0;
  for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++)
    for (int root = 0; root < THREADS; root++)
      count += wrong(sizes[k], root);
  if (count)
    printf("thread %d: %d wrong bytes\n", MYTHREAD, count);
  upc_barrier;
  if (MYTHREAD == 0)
    printf("done\n");
  return count != 0;
}
