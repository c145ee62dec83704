/* NPB EP as a beginner writes it: all sums in shared arrays, added up by subscripts. */
#include <upc_relaxed.h>

#include "ep.h"

static shared double sx[THREADS], sy[THREADS], rings[EP_RINGS][THREADS];

int main(void) {
  upc_barrier;
  double start = npb_seconds();
  upc_forall (long batch = 0; batch < EP_BATCHES; batch++; batch) {
    uint64_t seed = ep_batch_seed(batch);
    double x, y;
    for (int i = 0; i < EP_BATCH; i++)
      if (ep_pair(&seed, &x, &y)) {
        rings[(int)fmax(fabs(x), fabs(y))][MYTHREAD]++;
        sx[MYTHREAD] += x;
        sy[MYTHREAD] += y;
      }
  }
  upc_barrier;
  if (MYTHREAD != 0)
    return 0;
  double x = 0, y = 0, all[EP_RINGS] = {0};
  for (int t = 0; t < THREADS; t++) {
    x += sx[t];
    y += sy[t];
    for (int i = 0; i < EP_RINGS; i++)
      all[i] += rings[i][t];
  }
  return ep_end(npb_seconds() - start, x, y, all, THREADS);
}
