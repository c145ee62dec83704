/* SPDX-License-Identifier: Apache-2.0 */
/* The main program of the UPC forms, which define NAME, cost and order(side). */
#include "../app_upc.h"

int main(void) {
  static struct measure m = {NAME, 0};
  static long side[N + 1];
  for (int i = 0; i <= N; i++)
    side[i] = mcop_side(i);
  for (int round = app_rounds(); round > 0; round--) {
    for (int i = 0; i < N; i++)
      for (int j = MYTHREAD; j < N; j += THREADS)
        cost[i][j] = 0;
    double start = app_start();
    order(side);
    app_stop(&m, start, MCOP_STEPS);
  }
  return MYTHREAD == 0 ? app_end_upc(&m, cost[0][N - 1] != mcop_expected()) : 0;
}
