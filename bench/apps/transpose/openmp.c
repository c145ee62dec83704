/* SPDX-License-Identifier: Apache-2.0 */
/* The transpose in C with OpenMP. */
#include "transpose.h"

static double a[N][N], b[N][N];

int main(void) {
  static struct measure m = {"transpose", 0};
  long wrong = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = transpose_a(i, j);
      b[i][j] = 0;
    }
  for (int round = app_rounds(); round > 0; round--) {
    double start = now_ns();
#pragma omp parallel for
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++)
        b[j][i] = a[i][j];
    measure_add(&m, start, (long)N * N);
  }
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      wrong += b[j][i] != transpose_a(i, j);
  return app_end(&m, wrong);
}
