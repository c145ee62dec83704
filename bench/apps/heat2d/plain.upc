/* Heat by subscripts only, with the largest change in an element of each thread. */
#include <upc_relaxed.h>

#include "heat2d.h"

static shared [N * N / THREADS] double a[N][N], b[N][N];
static shared double x[THREADS];
#define NAME "heat2d_plain"

#define STEP(to, from)                                                                             \
  x[MYTHREAD] = 0;                                                                                 \
  upc_forall (int i = 1; i < N - 1; i++; &to[i][0])                                                \
    for (int j = 1; j < N - 1; j++) {                                                              \
      to[i][j] = HEAT(from, i, j);                                                                 \
      double d = fabs(to[i][j] - from[i][j]);                                                      \
      x[MYTHREAD] = x[MYTHREAD] > d ? x[MYTHREAD] : d;                                             \
    }                                                                                              \
  upc_barrier

static void steps(void) {
  for (int k = 0; k < STEPS; k += 2) {
    STEP(b, a);
    STEP(a, b);
  }
}

#include "upc_main.h"
