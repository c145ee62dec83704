/* NPB EP: each thread sums its batches alone; collectives add up the threads' sums. */
#include <upc_relaxed.h>

#include "ep.h"
#include "parts.h"

static shared double part[EP_SUMS][THREADS];
static shared[] double total[EP_SUMS];

int main(void) {
  upc_barrier;
  double start = npb_seconds(), sums[EP_SUMS] = {0};
  for (long batch = MYTHREAD; batch < EP_BATCHES; batch += THREADS)
    ep_add_batch(batch, sums);
  for (int i = 0; i < EP_SUMS; i++) {
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
