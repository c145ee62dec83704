/* SPDX-License-Identifier: Apache-2.0 */
/* Heat in a plate: five-point Jacobi steps and the largest change of each. */
#include <math.h>
#include <string.h>

#include "../app.h"

#ifdef APP_SMALL
enum { N = 32, STEPS = 4 };
#else
enum { N = 512, STEPS = 10 };
#endif

static inline double heat_first(int i, int j) {
  return i == 0 || j == 0 || i == N - 1 || j == N - 1 ? (double)(mix((uint64_t)(i * N + j)) % 100)
                                                      : 0;
}

#define HEAT(a, i, j) (0.25 * (a[(i)-1][j] + a[(i) + 1][j] + a[i][(j)-1] + a[i][(j) + 1]))

/* Elements of `result` that differ from a serial run from the start; the residual counts as one. */
static inline long heat_wrong(double (*result)[N], double residual) {
  double(*a)[N] = malloc(sizeof(double[N][N])), (*b)[N] = malloc(sizeof(double[N][N]));
  double largest = 0;
  long wrong = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = b[i][j] = heat_first(i, j);
  for (int step = 0; step < STEPS; step++) {
    largest = 0;
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) {
        b[i][j] = HEAT(a, i, j);
        largest = fmax(largest, fabs(b[i][j] - a[i][j]));
      }
    double(*swap)[N] = a;
    a = b;
    b = swap;
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      wrong += !(fabs(a[i][j] - result[i][j]) < 1e-9);
  free(a);
  free(b);
  return wrong + !(fabs(largest - residual) < 1e-9);
}
