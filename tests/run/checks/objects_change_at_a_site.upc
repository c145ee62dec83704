// One access that meets objects of many shapes in turn, among them those that come to where freed
// ones were: all are live.
// cflags: -g
// env: UPC_SHARED_HEAP_SIZE=1M
#include <upc_relaxed.h>

#include "check.h"

enum { ROUNDS = 3000 };
shared int even[3 * THREADS];
shared [] int alone[7];

static int get(shared const int *p) { return *p; }

static void set(shared int *p, int value) { *p = value; }

/* Elements 0 to n - 1, from the first to the last and back. */
static void walk(shared int *p, int n) {
  for (int i = 0; i < n; i++)
    set(p + i, i);
  for (int i = n - 1; i >= 0; i--)
    CHECK_EQ(get(p + i), i);
}

static void walk_alone(shared [] int *p, int n) {
  for (int i = 0; i < n; i++)
    set((shared int *)(p + i), i);
  for (int i = 0; i < n; i++)
    CHECK_EQ(get((shared int *)(p + i)), i);
}

static void change_heap(void) {
  for (int i = 0; i < ROUNDS; i++) {
    int n = 1 + i * 7 % 300;
    shared [] int *p = upc_alloc(n * sizeof(int));
    shared int *q = i % 50 ? NULL : upc_global_alloc(n, sizeof(int));
    set((shared int *)(p + n - 1), i);
    CHECK_EQ(get((shared int *)(p + n - 1)), i);
    if (q) {
      walk(q, n);
      upc_free(q);
    }
    upc_free(p);
  }
}

int main(void) {
  shared int *uneven = upc_all_alloc(3 * THREADS + 1, sizeof(int));
  shared [4] int *blocks = upc_all_alloc(2 * THREADS + 1, 4 * sizeof(int));
  if (MYTHREAD == THREADS - 1) {
    walk(uneven, 3 * THREADS + 1);
    for (int i = 0; i < 8 * THREADS + 4; i++)
      set((shared int *)&blocks[i], i);
    walk(uneven, 3 * THREADS + 1);
    walk(even, 3 * THREADS);
    walk_alone(alone, 7);
  }
  upc_barrier;
  change_heap();
  check_done();
  return 0;
}
