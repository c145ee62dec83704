/* SPDX-License-Identifier: Apache-2.0 */
/* Shortest paths in C with OpenMP. */
#include "floyd.h"

static int d[N][N];

int main(void) {
  static struct measure m = {"floyd", 0};
  for (int round = app_rounds(); round > 0; round--) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        d[i][j] = floyd_first(i, j);
    double start = now_ns();
    for (int k = 0; k < N; k++) {
#pragma omp parallel for schedule(static, 1)
      for (int i = 0; i < N; i++)
        FLOYD_ROW(d, i, k);
    }
    measure_add(&m, start, (long)N * N * N);
  }
  return app_end(&m, floyd_wrong(d));
}
