/* The transpose optimised by hand: each thread transposes a tile for each other thread, which
 * fetches it as a block. */
#include <upc_relaxed.h>

#include "transpose.h"

enum { BAND = N / THREADS, STEP = 16 };
static shared [N * N / THREADS] double a[N][N], b[N][N];
/* In each thread: a transposed tile for each other thread. */
static shared [N * BAND] double tile[THREADS][THREADS][BAND][BAND];
#define NAME "transpose_fast"

/* to[j][i] = from[i][j] for BAND rows and columns; rows of `from` have N elements, those of `to`
 * `length`. */
static void turn(double *restrict to, int length, const double *from) {
  for (int ii = 0; ii < BAND; ii += STEP)
    for (int jj = 0; jj < BAND; jj += STEP)
      for (int j = jj; j < jj + STEP && j < BAND; j++)
        for (int i = ii; i < ii + STEP && i < BAND; i++)
          to[(long)j * length + i] = from[(long)i * N + j];
}

static void transpose(void) {
  static double theirs[BAND * BAND];
  int first = MYTHREAD * BAND;
  const double *from = (const double *)&a[first][0];
  double *to = (double *)&b[first][0];
  for (int t = 0; t < THREADS; t++)
    if (t != MYTHREAD)
      turn((double *)&tile[MYTHREAD][t][0][0], BAND, from + t * BAND);
  turn(to + first, N, from + first);
  upc_barrier;
  for (int t = 0; t < THREADS; t++) {
    if (t == MYTHREAD)
      continue;
    upc_memget(theirs, &tile[t][MYTHREAD][0][0], sizeof theirs);
    for (int j = 0; j < BAND; j++)
      for (int i = 0; i < BAND; i++)
        to[(long)j * N + t * BAND + i] = theirs[j * BAND + i];
  }
}

#include "upc_main.h"

APP_EQUAL_PARTS(N);
