/* SPDX-License-Identifier: Apache-2.0 */
/* k-means in C with OpenMP. */
#include "kmeans.h"

static double point[N][D], centre[K][D];
#define POINT(d) point[i][d]
#define CENTRE(k, d) centre[k][d]

static void step(void) {
  double sum[K][D + 1] = {{0}};
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++) {
    KMEANS_NEAREST(best, POINT, CENTRE)
    for (int d = 0; d < D; d++)
      sum[best][d] += point[i][d];
    sum[best][D]++;
  }
  for (int k = 0; k < K; k++)
    for (int d = 0; d < D && sum[k][D] > 0; d++)
      centre[k][d] = sum[k][d] / sum[k][D];
}

int main(void) {
  struct measure m = {"kmeans", 0};
  for (int i = 0; i < N; i++)
    for (int d = 0; d < D; d++)
      point[i][d] = kmeans_point(i, d);
  for (int round = app_rounds(); round > 0; round--) {
    memcpy(centre, point, sizeof centre);
    double start = now_ns();
    for (int k = 0; k < STEPS; k++)
      step();
    measure_add(&m, start, (long)N * STEPS);
  }
  return app_end(&m, kmeans_wrong(centre));
}
