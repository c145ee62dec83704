// One past the end of an array may be named on the way to an element, and as the end of a walk.
// cflags: -g
#include <upc_relaxed.h>

#include "check.h"

struct pair {
  int x, y[4];
};
shared int a[3 * THREADS];
shared [5] int m[THREADS][5];
shared [2] struct pair pairs[2 * THREADS];

static void check_sums(int n, int rows) {
  shared int *last = a + n - 1;
  shared int *end = n + a;
  CHECK_EQ(*(a + n - 1), n - 1);
  CHECK_EQ((a + n)[-1], n - 1);
  CHECK_EQ((&a[n])[-1], n - 1);
  CHECK_EQ(*(&a[n] - n), 0);
  CHECK_EQ(*last, n - 1);
  CHECK_EQ(end - last, 1);
  CHECK_EQ(*(*(m + rows - 1) + 4), rows * 5 - 1);
  CHECK_EQ(*(*(m + (rows - 1)) + 5 - 1), rows * 5 - 1);
  shared[5] int *walk = m[0] + (rows * 5 - 2); /* through all rows */
  CHECK_EQ(*walk, rows * 5 - 2);
  CHECK_EQ((*(pairs + 2 * rows - 1)).y[3], 2 * rows - 1);
  CHECK_EQ((pairs + 2 * rows - 1)->x, 2 * rows - 1);
}

int main(void) {
  int n = 3 * THREADS, rows = THREADS;
  upc_forall (int i = 0; i < n; i++; a + i)
    *(a + i) = i;
  upc_forall (int i = 0; i < rows; i++; &m[i][0])
    for (int j = 0; j < 5; j++)
      *(*(m + i) + j) = i * 5 + j;
  upc_forall (int i = 0; i < 2 * rows; i++; pairs + i)
    pairs[i].x = (pairs + i)->y[3] = i;
  upc_barrier;
  check_sums(n, rows);
  check_done();
  return 0;
}
