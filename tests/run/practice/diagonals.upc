// Diagonals of matrices: upc_forall over rows, with elements of cyclic arrays that move the other
// way, by subscripts and by variables, upwards and downwards. The expected values are those of the
// same loops over private copies.
#include <stdio.h>
#include <upc_relaxed.h>

#define N (7 * THREADS)
#define MOST (7 * 8)

static shared [8] int rows[7 * THREADS][8];
static shared int x[7 * THREADS], y[7 * THREADS], found[7 * THREADS];
static int ys[MOST];
static int wrong;

static void check(const char *what, int d, int i, int value, int expected) {
  if (value != expected && !wrong++)
    printf("%s, diagonal %d, row %d: %d, not %d\n", what, d, i, value, expected);
}

static int low(int d) { return d < N ? 0 : d - N + 1; }
static int high(int d) { return d < N ? d : N - 1; }

static void upwards(int d) {
  int i, j, from = low(d), to = high(d);
  upc_forall (i = from; i <= to; i++; &rows[i][0]) {
    j = d - i;
    found[i] = y[j] + x[i];
  }
  upc_barrier;
  for (i = from; i <= to; i++)
    check("upwards", d, i, found[i], ys[d - i] + i);
  upc_barrier;
  upc_forall (i = from; i <= to; i++; i) {
    int up = d - i;
    if (up > 0)
      found[i] = y[up - 1];
    y[d - i] += 1;
  }
  for (i = from; i <= to; i++)
    ys[d - i] += 1;
  upc_barrier;
  for (i = from; i <= to; i++)
    check("written", d, i, y[d - i], ys[d - i]);
  upc_barrier;
}

static void downwards(int d) {
  int i, j, from = low(d), to = high(d);
  upc_forall (i = to; i >= from; i--; &x[i]) {
    j = d - i;
    found[i] = y[j] - x[i] + rows[i][j % 8];
  }
  upc_barrier;
  for (i = from; i <= to; i++)
    check("downwards", d, i, found[i], ys[d - i] - i + i * 8 + (d - i) % 8);
  upc_barrier;
}

int main(void) {
  for (int i = 0; i < N; i++)
    ys[i] = i * 31 % 101;
  upc_forall (int i = 0; i < N; i++; i) {
    x[i] = i, y[i] = ys[i];
    for (int k = 0; k < 8; k++)
      rows[i][k] = i * 8 + k;
  }
  upc_barrier;
  for (int d = 0; d < 2 * N - 1; d++) {
    upwards(d);
    downwards(d);
  }
  if (MYTHREAD == 0 && !wrong)
    puts("ok");
  return wrong != 0;
}
