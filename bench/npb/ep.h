/* SPDX-License-Identifier: Apache-2.0 */
/* EP (RNR-94-007, section 2.4.1): pairs of Gaussian deviates by the acceptance-rejection method. */
#ifndef NPB_EP_H
#define NPB_EP_H

#include <math.h>

#include "random.h"
#include "report.h"
#include "timer.h"

#define EP_SEED UINT64_C(271828183)
#define EP_RINGS 10            /* square annuli in which deviates are counted */
#define EP_SUMS (2 + EP_RINGS) /* x, y, deviates in each ring */
#define EP_BATCH 65536         /* pairs of random numbers */
#define EP_BATCHES ((1L << EP_M) / EP_BATCH)

#if NPB_CLASS == NPB_CLASS_S
#define EP_M 24
#define EP_SX -3.247834652034740e+3
#define EP_SY -6.958407078382297e+3
#elif NPB_CLASS == NPB_CLASS_W
#define EP_M 25
#define EP_SX -2.863319731645753e+3
#define EP_SY -6.320053679109499e+3
#elif NPB_CLASS == NPB_CLASS_A
#define EP_M 28
#define EP_SX -4.295875165629892e+3
#define EP_SY -1.580732573678431e+4
#else
#define EP_M 30
#define EP_SX 4.033815542441498e+4
#define EP_SY -2.660669192809235e+4
#endif

/* The next pair of random numbers; true if it gives a pair of deviates. */
static inline bool ep_pair(uint64_t *seed, double *x, double *y) {
  double a = 2 * npb_random(seed) - 1, b = 2 * npb_random(seed) - 1, t = a * a + b * b;
  if (t > 1)
    return false;
  double scale = sqrt(-2 * log(t) / t);
  *x = a * scale;
  *y = b * scale;
  return true;
}

/* The seed before a batch. */
static inline uint64_t ep_batch_seed(long batch) {
  return npb_jump(EP_SEED, 2 * (uint64_t)batch * EP_BATCH);
}

/* Adds the results of a batch to the EP_SUMS sums. */
static inline void ep_add_batch(long batch, double *sums) {
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

/* Checks the sums and prints the report; the status for main. */
static inline int ep_end(double seconds, double sx, double sy, const double *rings, int threads) {
  double pairs = 0;
  for (int i = 0; i < EP_RINGS; i++) {
    printf(" ring %d       = %15.0f\n", i, rings[i]);
    pairs += rings[i];
  }
  printf(" pairs        = %15.0f\n", pairs);
  bool x = npb_close("sum of x", sx, EP_SX, 1e-8), y = npb_close("sum of y", sy, EP_SY, 1e-8);
  char size[32];
  snprintf(size, sizeof size, "%ld", 2L << EP_M);
  return npb_report(&(struct npb_result){"EP", size, 0, seconds, 0x1p1 * (1L << EP_M),
                                         "Random numbers generated", x && y},
                    threads);
}

#endif
