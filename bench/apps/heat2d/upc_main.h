/* SPDX-License-Identifier: Apache-2.0 */
/* The main program of the UPC forms, which define NAME, a, b, x and steps(). */
#include "../app_upc.h"

APP_EQUAL_PARTS(N);

int main(void) {
  static struct measure m = {NAME, 0};
  for (int round = app_rounds(); round > 0; round--) {
    upc_barrier;
    upc_forall(int i = 0; i < N; i++; &a[i][0]) for (int j = 0; j < N; j++) a[i][j] = b[i][j] =
        heat_first(i, j);
    double start = app_start();
    steps();
    app_stop(&m, start, (long)N * N * STEPS);
  }
  if (MYTHREAD != 0)
    return 0;
  double(*copy)[N] = malloc(sizeof(double[N][N])), residual = 0;
  for (int i = 0; i < N; i++)
    upc_memget(copy[i], &a[i][0], sizeof copy[i]);
  for (int t = 0; t < THREADS; t++)
    residual = fmax(residual, x[t]);
  return app_end_upc(&m, heat_wrong(copy, residual));
}
