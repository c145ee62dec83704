/* SPDX-License-Identifier: Apache-2.0 */
/* A histogram: how often each value occurs. */
#include <string.h>

#include "../app.h"

#ifdef APP_SMALL
enum { N = 1 << 12, BINS = 512 };
#else
enum { N = 1 << 21, BINS = 1024 };
#endif

static inline int histogram_value(long i) { return (int)(mix((uint64_t)i) % BINS); }

/* Bins of `count` that differ from a serial count. */
static inline long histogram_wrong(const long *count) {
  long expected[BINS] = {0}, wrong = 0;
  for (long i = 0; i < N; i++)
    expected[histogram_value(i)]++;
  for (int b = 0; b < BINS; b++)
    wrong += expected[b] != count[b];
  return wrong;
}
