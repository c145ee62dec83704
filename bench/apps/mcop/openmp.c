/* SPDX-License-Identifier: Apache-2.0 */
/* Matrix chain ordering in C with OpenMP. */
#include "mcop.h"

static long cost[N][N], side[N + 1];
#define LEFT(k) cost[i][k]
#define RIGHT(k) cost[k + 1][i + length]

int main(void) {
  static struct measure m = {"mcop", 0};
  for (int i = 0; i <= N; i++)
    side[i] = mcop_side(i);
  for (int round = app_rounds(); round > 0; round--) {
    memset(cost, 0, sizeof cost);
    double start = now_ns();
    for (int length = 1; length < N; length++) {
#pragma omp parallel for
      for (int i = 0; i < N - length; i++) {
        MCOP_LEAST(best, i, i + length, LEFT, RIGHT)
        cost[i][i + length] = best;
      }
    }
    measure_add(&m, start, MCOP_STEPS);
  }
  return app_end(&m, cost[0][N - 1] != mcop_expected());
}
