/* SPDX-License-Identifier: Apache-2.0 */
/* The game of life in C with OpenMP. */
#include "life.h"

static char a[N][N], b[N][N];

static void step(char (*to)[N], char (*from)[N]) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      LIFE_STEP(to, from, i, j);
    }
}

int main(void) {
  static struct measure m = {"life", 0};
  for (int round = app_rounds(); round > 0; round--) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[i][j] = life_first(i, j);
    double start = now_ns();
    for (int k = 0; k < STEPS; k += 2) {
      step(b, a);
      step(a, b);
    }
    measure_add(&m, start, (long)N * N * STEPS);
  }
  return app_end(&m, life_wrong(a));
}
