// Columns of matrices whose rows, or parts of them, are blocks: each iteration meets another block.
// Sums, updates and copies up and down, with steps, limits at the start or end of a round of all
// threads, short loops, and loops that are left early. The expected values are those of the same
// loops over private copies.
#include <stdio.h>
#include <upc_relaxed.h>

#define COLUMNS 6
#define ROWS (70 * THREADS)
#define MOST (70 * 8)

static shared [COLUMNS] long a[70 * THREADS][COLUMNS];
static shared [COLUMNS / 2] long b[70 * THREADS][COLUMNS];
static shared [COLUMNS] struct pair { int low; double high; } c[70 * THREADS][COLUMNS];
static long as[MOST][COLUMNS], bs[MOST][COLUMNS];
static struct pair cs[MOST][COLUMNS];
static int wrong;

static long value(int i, int j) { return (i * 31 + j * 17) % 101; }

static void fill(void) {
  upc_barrier;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      as[i][j] = value(i, j), bs[i][j] = -value(j, i);
      cs[i][j].low = (int)value(i, j), cs[i][j].high = i;
      if (MYTHREAD == 0)
        a[i][j] = as[i][j], b[i][j] = bs[i][j], c[i][j] = cs[i][j];
    }
  upc_barrier;
}

static void check(const char *what, int from, int to) {
  upc_barrier;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      if (a[i][j] != as[i][j] || b[i][j] != bs[i][j] || c[i][j].low != cs[i][j].low ||
          c[i][j].high != cs[i][j].high) {
        if (!wrong++)
          printf("%s from %d to %d: element %d %d\n", what, from, to, i, j);
      }
}

// The loop over shared and over private arrays: by one thread, as it stores.
#define BOTH(...)                                                                                  \
  do {                                                                                             \
    fill();                                                                                        \
    long sum[2] = {0, 0};                                                                          \
    int last[2] = {0, 0};                                                                          \
    if (MYTHREAD == THREADS - 1) {                                                                 \
      __VA_ARGS__(a, b, c, sum[0], last[0]);                                                       \
    }                                                                                              \
    {                                                                                              \
      __VA_ARGS__(as, bs, cs, sum[1], last[1]);                                                    \
    }                                                                                              \
    if (MYTHREAD == THREADS - 1 && (sum[0] != sum[1] || last[0] != last[1]) && !wrong++)           \
      printf("%s from %d to %d: %ld %d, not %ld %d\n", #__VA_ARGS__, from, to, sum[0], last[0],    \
             sum[1], last[1]);                                                                     \
    check(#__VA_ARGS__, from, to);                                                                 \
  } while (0)

static void loops(int from, int to, int j, int k) {
#define SUM(a, b, c, sum, last)                                                                    \
  for (int i = from; i < to; i++)                                                                  \
    sum += a[i][j] * (i + 1)
#define UPDATE(a, b, c, sum, last)                                                                 \
  for (int i = from; i < to; i++)                                                                  \
    a[i][j] -= a[i][k] * 3
#define PARTS(a, b, c, sum, last)                                                                  \
  for (int i = from; i < to; i++)                                                                  \
    sum += b[i][j] - c[i][k].low
#define MEMBERS(a, b, c, sum, last)                                                                \
  for (int i = from; i < to; i++) {                                                                \
    c[i][j].low++;                                                                                 \
    c[i][k].high += c[i][j].low;                                                                   \
  }
#define DOWN(a, b, c, sum, last)                                                                   \
  for (int i = to - 1; i >= from; i--)                                                             \
    a[i][j] += (sum += a[i][k])
#define STEPS(a, b, c, sum, last)                                                                  \
  for (int i = from; i <= to - 1; i += 3)                                                          \
    a[i][j] = b[i][k]
#define KEPT(a, b, c, sum, last)                                                                   \
  int i;                                                                                           \
  for (i = from; i < to; i++)                                                                      \
    if (a[i][j] % 2)                                                                               \
      sum += a[i][k];                                                                              \
  last = i
#define LEFT(a, b, c, sum, last)                                                                   \
  for (int i = from; i < to; i++) {                                                                \
    if (a[i][j] > 98 && i > from + 40) {                                                           \
      last = i;                                                                                    \
      break;                                                                                       \
    }                                                                                              \
    if (i % 5 == 0)                                                                                \
      continue;                                                                                    \
    sum += b[i][k];                                                                                \
  }
  BOTH(SUM);
  BOTH(UPDATE);
  BOTH(PARTS);
  BOTH(MEMBERS);
  BOTH(DOWN);
  BOTH(STEPS);
  BOTH(KEPT);
  BOTH(LEFT);
}

int main(void) {
  int from[] = {0, 1, 5, 7}, most = THREADS < 8 ? ROWS : MOST;
  for (int f = 0; f < 4; f++) {
    loops(from[f], most, f, 5 - f);
    loops(from[f], from[f] + 33, 1, 1);
    loops(from[f], from[f] + 3, 2, 0);
    loops(from[f], from[f], 2, 0);
  }
  upc_barrier;
  if (MYTHREAD == 0)
    puts("ok");
  return wrong != 0;
}
