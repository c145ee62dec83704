/* SPDX-License-Identifier: Apache-2.0 */
/* The sparse product in C with OpenMP. */
#include "sparse.h"

static double x[N], y[N];

static void multiply(const int *start, const int *column, const double *value) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double sum = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

int main(void) {
  static struct measure m = {"sparse", 0};
  struct rows all = sparse_rows(0, N);
  long wrong = 0;
  for (int i = 0; i < N; i++)
    x[i] = sparse_x(i);
  for (int round = app_rounds(); round > 0; round--) {
    double start = now_ns();
    multiply(all.start, all.column, all.value);
    measure_add(&m, start, all.start[N]);
  }
  for (int i = 0; i < N; i++)
    wrong += y[i] != sparse_expected(i);
  return app_end(&m, wrong);
}
