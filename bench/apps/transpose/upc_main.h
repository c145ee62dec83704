/* SPDX-License-Identifier: Apache-2.0 */
/* The main program of the UPC forms, which define NAME, a, b and transpose(). */
#include "../app_upc.h"

int main(void) {
  static struct measure m = {NAME, 0};
  long wrong = 0;
  upc_forall(int i = 0; i < N; i++; &a[i][0]) for (int j = 0; j < N; j++) {
    a[i][j] = transpose_a(i, j);
    b[i][j] = 0;
  }
  for (int round = app_rounds(); round > 0; round--) {
    double start = app_start();
    transpose();
    app_stop(&m, start, (long)N * N);
  }
  upc_forall(int j = 0; j < N; j++; &b[j][0]) for (int i = 0; i < N; i++) wrong +=
      b[j][i] != transpose_a(i, j);
  wrong = app_all(wrong);
  return MYTHREAD == 0 ? app_end_upc(&m, wrong) : 0;
}
