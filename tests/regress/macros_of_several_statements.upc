// cflags: -O2
/* Bodies in do { ... } while (0), as macros have them, in loops that the optimiser changes: each is
 * executed once, also with labels, declarations and inner loops. Those with break are loops. */
#include "check.h"

#define N 24
#define ADD(to, value) do { (to) += (value); } while (0)
#define SWAP(x, y) do { int t_ = (x); (x) = (y); (y) = t_; } while (0)
#define FIRST(at, found) do { if ((at) < 0) break; (found)++; } while (0)
shared [6] int a[N * THREADS], b[N * THREADS];
shared int c[N * THREADS];
strict shared int turn;

static int sum(shared [6] int *of) {
  int s = 0;
  for (int i = 0; i < N * THREADS; i++)
    ADD(s, of[i]);
  return s;
}

static int found(void) {
  int n = 0;
  for (int i = 0; i < N * THREADS; i++)
    FIRST(c[i], n);
  return n;
}

static int doubled(int from) {
  int s = 0;
  for (int i = from; i < N; i++)
    do {
      int passes = 0;
    again:
      s += b[i];
      if (++passes < 2)
        goto again;
      for (int j = 0; j < 2; j++)
        do { s += j; } while (0);
    } while (0);
  return s;
}

static void wait_for(int value) {
  for (;;)
    do {
      if (turn == value)
        return;
    } while (0);
}

int main(void) {
  int n = N * THREADS;
  upc_forall (int i = 0; i < n; i++; &a[i])
    do { a[i] = i; b[i] = 2 * i; } while (0);
  upc_forall (int i = 0; i < n; i++; &c[i])
    ADD(c[i], i % 3 - 1);
  upc_barrier;
  CHECK_EQ(sum(a), n * (n - 1) / 2);
  CHECK_EQ(found(), 2 * n / 3);
  CHECK_EQ(doubled(0), 2 * N * (N - 1) + N);
  upc_barrier;
  upc_forall (int i = 0; i < n; i++; &a[i])
    SWAP(a[i], b[i]);
  upc_barrier;
  CHECK_EQ(sum(a), n * (n - 1));
  wait_for(MYTHREAD);
  turn = MYTHREAD + 1;
  wait_for(THREADS);
  check_done();
  return 0;
}
