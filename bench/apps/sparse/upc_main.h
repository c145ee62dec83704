/* SPDX-License-Identifier: Apache-2.0 */
/* The main program of the UPC forms, which define NAME, x, y and multiply(rows, first row). */
#include "../app_upc.h"

APP_EQUAL_PARTS(N);

int main(void) {
  static struct measure m = {NAME, 0};
  int first = MYTHREAD * (N / THREADS);
  struct rows own = sparse_rows(first, N / THREADS);
  long wrong = 0;
  upc_forall(int i = 0; i < N; i++; &x[i]) x[i] = sparse_x(i);
  for (int round = app_rounds(); round > 0; round--) {
    double start = app_start();
    multiply(own.start, own.column, own.value, first);
    app_stop(&m, start, own.start[N / THREADS] * (long)THREADS);
  }
  upc_forall(int i = 0; i < N; i++; &y[i]) wrong += y[i] != sparse_expected(i);
  wrong = app_all(wrong);
  return MYTHREAD == 0 ? app_end_upc(&m, wrong) : 0;
}
