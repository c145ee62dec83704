/* Matrix chain ordering optimised by hand. Each thread has two copies of all costs, one by rows and
 * one by columns. After each diagonal the threads fetch the new costs of the others as blocks. */
#include <upc_relaxed.h>

#include "mcop.h"

enum { PART = N / THREADS };
static shared long cost[N][N];
/* In each thread: the costs of its columns on a diagonal, for odd and for even diagonals. */
static shared [2 * PART] long fresh[THREADS][2][PART];
static long row[N][N], column[N][N]; /* column[j][i] is cost[i][j] */
#define NAME "mcop_fast"
#define LEFT(k) row[i][k]
#define RIGHT(k) column[j][k + 1]

/* The first column of `thread` on the diagonal j - i = length. */
static int first_column(int thread, int length) {
  return length + (thread - length % THREADS + THREADS) % THREADS;
}

static void take(int thread, int length, const long *costs) {
  for (int j = first_column(thread, length); j < N; j += THREADS)
    row[j - length][j] = column[j][j - length] = costs[j / THREADS];
}

static void order(const long *side) {
  memset(row, 0, sizeof row);
  memset(column, 0, sizeof column);
  for (int length = 1; length < N; length++) {
    long *own = (long *)&fresh[MYTHREAD][length % 2][0], theirs[PART];
    for (int j = first_column(MYTHREAD, length); j < N; j += THREADS) {
      int i = j - length;
      MCOP_LEAST(best, i, j, LEFT, RIGHT)
      own[j / THREADS] = best;
    }
    take(MYTHREAD, length, own);
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
      if (t == MYTHREAD)
        continue;
      upc_memget(theirs, &fresh[t][length % 2][0], sizeof theirs);
      take(t, length, theirs);
    }
  }
  for (int i = 0; i < N; i++)
    for (int j = MYTHREAD; j < N; j += THREADS)
      cost[i][j] = row[i][j];
}

#include "upc_main.h"

APP_EQUAL_PARTS(N);
