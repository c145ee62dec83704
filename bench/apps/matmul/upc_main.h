/* SPDX-License-Identifier: Apache-2.0 */
/* The arrays and the main program of the UPC forms, which define NAME and multiply(). */
#include "../app_upc.h"

int main(void) {
  static struct measure m = {NAME, 0};
  for (int i = MYTHREAD; i < N; i += THREADS)
    for (int j = 0; j < N; j++) {
      a[i][j] = matmul_a(i, j);
      b[i][j] = matmul_b(i, j);
    }
  for (int round = app_rounds(); round > 0; round--) {
    double start = app_start();
    multiply();
    app_stop(&m, start, (long)N * N * N);
  }
  long wrong = 0;
  if (MYTHREAD == 0)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        wrong += c[i][j] != matmul_expected(i, j);
  return MYTHREAD == 0 ? app_end_upc(&m, wrong) : 0;
}
