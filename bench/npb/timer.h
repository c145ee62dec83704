/* SPDX-License-Identifier: Apache-2.0 */
/* Wall clock time. */
#ifndef NPB_TIMER_H
#define NPB_TIMER_H

#include <time.h>

/* Seconds since an arbitrary moment. */
static inline double npb_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
