/* SPDX-License-Identifier: Apache-2.0 */
/* k-means (paper of the XL UPC compiler, section 5.5). Coordinates are integers, so sums are
 * exact. */
#include <string.h>

#include "../app.h"

#ifdef APP_SMALL
enum { N = 512, STEPS = 2 };
#else
enum { N = 1 << 15, STEPS = 4 };
#endif
enum { D = 4, K = 8 };

static inline double kmeans_point(int i, int d) {
  return (double)(mix((uint64_t)(i * D + d)) % 1000);
}

/* The centre nearest to a point; POINT(d) are the point's coordinates, CENTRE(k, d) those of centre
 * k. */
#define KMEANS_NEAREST(best, POINT, CENTRE)                                                        \
  int best = 0;                                                                                    \
  double least = 1e300;                                                                            \
  for (int k = 0; k < K; k++) {                                                                    \
    double far = 0;                                                                                \
    for (int d = 0; d < D; d++)                                                                    \
      far += (POINT(d) - CENTRE(k, d)) * (POINT(d) - CENTRE(k, d));                                \
    if (far < least) {                                                                             \
      least = far;                                                                                 \
      best = k;                                                                                    \
    }                                                                                              \
  }

/* Adds the points first, first + by, ... to the sums of their nearest centres, counts last. */
static inline void kmeans_add(double (*sum)[D + 1], double (*centre)[D], int first, int by) {
  for (int i = first; i < N; i += by) {
#define GENERATED(d) kmeans_point(i, d)
#define SERIAL(k, d) centre[k][d]
    KMEANS_NEAREST(best, GENERATED, SERIAL)
    for (int d = 0; d < D; d++)
      sum[best][d] += kmeans_point(i, d);
    sum[best][D]++;
  }
}

/* Coordinates in which `centre` differs from a serial run. */
static inline long kmeans_wrong(double (*centre)[D]) {
  double expected[K][D];
  long wrong = 0;
  for (int k = 0; k < K; k++)
    for (int d = 0; d < D; d++)
      expected[k][d] = kmeans_point(k, d);
  for (int step = 0; step < STEPS; step++) {
    double sum[K][D + 1] = {{0}};
    kmeans_add(sum, expected, 0, 1);
    for (int k = 0; k < K; k++)
      for (int d = 0; d < D && sum[k][D] > 0; d++)
        expected[k][d] = sum[k][d] / sum[k][D];
  }
  for (int k = 0; k < K; k++)
    for (int d = 0; d < D; d++)
      wrong += !(centre[k][d] - expected[k][d] < 1e-9 && expected[k][d] - centre[k][d] < 1e-9);
  return wrong;
}
