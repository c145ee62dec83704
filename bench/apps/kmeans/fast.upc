/* k-means optimised by hand: each thread has a copy of the centres; own points and sums are private
 * memory. */
#include <upc_relaxed.h>

#include "kmeans.h"
#define NAME "kmeans_fast"
#include "upc_main.h"

APP_EQUAL_PARTS(N);

#define POINT(d) own[i][d]
#define CENTRE(k, d) near[k][d]

static void add(void) {
  double near[K][D], part[K][D + 1] = {{0}};
  double (*own)[D] = (double (*)[D]) & point[MYTHREAD][0];
  upc_memget(near, &centre[0][0], sizeof near);
  for (int i = 0; i < N / THREADS; i++) {
    KMEANS_NEAREST(best, POINT, CENTRE)
    for (int d = 0; d < D; d++)
      part[best][d] += own[i][d];
    part[best][D]++;
  }
  memcpy((double *)&sum[MYTHREAD][0][0], part, sizeof part);
}
