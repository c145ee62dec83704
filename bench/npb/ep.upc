/* NPB EP: each thread sums its batches alone; collectives add up the threads' sums. */
#include <upc_relaxed.h>

#include "ep.h"
#include "parts.h"

#define SUMS (2 + EP_RINGS) /* x, y, deviates in each ring */

static shared double part[SUMS][THREADS];
static shared[] double total[SUMS];

static void add_batch(long batch, double *sums) {
  uint64_t seed = ep_batch_seed(batch);
  double x, y, sx = 0, sy = 0;
  for (int i = 0; i < EP_BATCH; i++)
    if (ep_pair(&seed, &x, &y)) {
      sums[2 + (int)fmax(fabs(x), fabs(y))]++;
      sx += x;
      sy += y;
    }
  sums[0] += sx;
  sums[1] += sy;
}

int main(void) {
  upc_barrier;
  double start = npb_seconds(), sums[SUMS] = {0};
  for (long batch = MYTHREAD; batch < EP_BATCHES; batch += THREADS)
    add_batch(batch, sums);
  for (int i = 0; i < SUMS; i++) {
    part[i][MYTHREAD] = sums[i];
    upc_all_reduceD(&total[i], &part[i][0], UPC_ADD, THREADS, 1, NULL,
                    UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  }
  upc_barrier;
  if (MYTHREAD != 0)
    return 0;
  double seconds = npb_seconds() - start, *t = (double *)total;
  return ep_end(seconds, t[0], t[1], t + 2, THREADS);
}
