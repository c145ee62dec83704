/* SPDX-License-Identifier: Apache-2.0 */
/* Data and main program of the UPC forms, which define NAME and add(). */
#include "../app_upc.h"

#ifdef __UPC_STATIC_THREADS__
static shared[D] double point[N][D];
static void prepare(void) {}
#else
static shared[D] double (*point)[D];
static void prepare(void) { point = upc_all_alloc(N, sizeof(double[D])); }
#endif
static shared[] double centre[K][D];
static shared[K * (D + 1)] double sum[THREADS][K][D + 1];

static void add(void); /* adds the thread's points to sum[MYTHREAD] */

/* Thread 0 computes the new centres from the sums of all threads. */
static void move_centres(void) {
  if (MYTHREAD == 0)
    for (int k = 0; k < K; k++) {
      double all[D + 1] = {0};
      for (int t = 0; t < THREADS; t++)
        for (int d = 0; d <= D; d++)
          all[d] += sum[t][k][d];
      for (int d = 0; d < D && all[D] > 0; d++)
        centre[k][d] = all[d] / all[D];
    }
}

int main(void) {
  static struct measure m = {NAME, 0};
  prepare();
  upc_forall(int i = 0; i < N; i++; &point[i][0]) for (int d = 0; d < D; d++) point[i][d] =
      kmeans_point(i, d);
  for (int round = app_rounds(); round > 0; round--) {
    if (MYTHREAD == 0)
      for (int k = 0; k < K; k++)
        for (int d = 0; d < D; d++)
          centre[k][d] = kmeans_point(k, d);
    double start = app_start();
    for (int step = 0; step < STEPS; step++) {
      add();
      upc_barrier;
      move_centres();
      upc_barrier;
    }
    app_stop(&m, start, (long)N * STEPS);
  }
  double copy[K][D];
  upc_memget(copy, &centre[0][0], sizeof copy);
  return MYTHREAD == 0 ? app_end_upc(&m, kmeans_wrong(copy)) : 0;
}
