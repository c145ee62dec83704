/* SPDX-License-Identifier: Apache-2.0 */
/* NPB EP in C with OpenMP: the batches of ep.upc. */
#include <omp.h>

#include "ep.h"

int main(void) {
  double start = npb_seconds(), sums[EP_SUMS] = {0};
#pragma omp parallel for schedule(static, 1) reduction(+ : sums)
  for (long batch = 0; batch < EP_BATCHES; batch++)
    ep_add_batch(batch, sums);
  return ep_end(npb_seconds() - start, sums[0], sums[1], sums + 2, omp_get_max_threads());
}
