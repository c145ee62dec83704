/* SPDX-License-Identifier: Apache-2.0 */
/* The monotonic clock. */
#ifndef UPCR_BASE_CLOCK_H
#define UPCR_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* CLOCK_MONOTONIC in nanoseconds, the same for all threads of a node. */
static inline int64_t upcr_clock_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

#endif
