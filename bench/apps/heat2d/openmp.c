/* SPDX-License-Identifier: Apache-2.0 */
/* Heat in C with OpenMP. STEPS is even, so the result is in a. */
#include "heat2d.h"

static double a[N][N], b[N][N];

static double step(double (*to)[N], double (*from)[N]) {
  double largest = 0;
#pragma omp parallel for reduction(max : largest)
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++) {
      to[i][j] = HEAT(from, i, j);
      double d = fabs(to[i][j] - from[i][j]);
      if (d > largest)
        largest = d;
    }
  return largest;
}

int main(void) {
  struct measure m = {"heat2d", 0};
  double residual = 0;
  for (int round = app_rounds(); round > 0; round--) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[i][j] = b[i][j] = heat_first(i, j);
    double start = now_ns();
    for (int k = 0; k < STEPS; k += 2) {
      step(b, a);
      residual = step(a, b);
    }
    measure_add(&m, start, (long)N * N * STEPS);
  }
  return app_end(&m, heat_wrong(a, residual));
}
