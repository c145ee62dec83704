/* SPDX-License-Identifier: Apache-2.0 */
/* LU in C with OpenMP. */
#include "lu.h"

static double a[N][N];

int main(void) {
  static struct measure m = {"lu", 0};
  for (int round = app_rounds(); round > 0; round--) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[i][j] = lu_first(i, j);
    double start = now_ns();
    for (int k = 0; k < N; k++) {
#pragma omp parallel for schedule(static, 1)
      for (int i = k + 1; i < N; i++) {
        LU_ROW(a, i, k);
      }
    }
    measure_add(&m, start, LU_STEPS);
  }
  return app_end(&m, lu_wrong(a));
}
