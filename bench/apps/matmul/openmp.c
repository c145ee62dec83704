/* SPDX-License-Identifier: Apache-2.0 */
/* The matrix product in C with OpenMP. */
#include "matmul.h"

static double a[N][N], b[N][N], c[N][N];

static void multiply(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int l = 0; l < N; l++)
        sum += a[i][l] * b[l][j];
      c[i][j] = sum;
    }
}

int main(void) {
  struct measure m = {"matmul", 0};
  long wrong = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = matmul_a(i, j);
      b[i][j] = matmul_b(i, j);
    }
  for (int round = app_rounds(); round > 0; round--) {
    double start = now_ns();
    multiply();
    measure_add(&m, start, (long)N * N * N);
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      wrong += c[i][j] != matmul_expected(i, j);
  return app_end(&m, wrong);
}
