/* k-means by subscripts only. */
#include <upc_relaxed.h>

#include "kmeans.h"
#define NAME "kmeans_plain"
#include "upc_main.h"

#define POINT(d) point[i][d]
#define CENTRE(k, d) centre[k][d]

static void add(void) {
  for (int k = 0; k < K; k++)
    for (int d = 0; d <= D; d++)
      sum[MYTHREAD][k][d] = 0;
  upc_forall (int i = 0; i < N; i++; &point[i][0]) {
    KMEANS_NEAREST(best, POINT, CENTRE)
    for (int d = 0; d < D; d++)
      sum[MYTHREAD][best][d] += point[i][d];
    sum[MYTHREAD][best][D]++;
  }
}
