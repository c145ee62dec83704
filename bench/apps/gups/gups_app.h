/* SPDX-License-Identifier: Apache-2.0 */
/* Random updates of a table (paper of the XL UPC compiler, section 5.3). */
#include <string.h>

#include "../app.h"
#include "gups.h"

#ifndef APP_LOG
#define APP_LOG 21 /* base-2 logarithm of the table's words */
#endif

#ifdef APP_SMALL
enum { LOG = 14, UPDATES = 1 << 10 };
#else
enum { LOG = APP_LOG, UPDATES = 1 << 20 };
#endif
enum { WORDS = 1 << LOG, MASK = WORDS - 1 };

/* The size that a measurement names: the table's bytes. */
#define GUPS_BYTES (WORDS * (long)sizeof(uint64_t))

/* The number of wrong words of `table` after `rounds` rounds of `threads` threads. Allocates a copy
 * of the table. */
static inline long gups_wrong(const uint64_t *table, int threads, int rounds) {
  uint64_t *expected = malloc(WORDS * sizeof *expected);
  long wrong = 0;
  for (uint64_t i = 0; i < WORDS; i++)
    expected[i] = i;
  for (int round = 0; round < rounds; round++)
    for (int t = 0; t < threads; t++) {
      uint64_t r = gups_seed(t, round);
      for (long k = 0; k < UPDATES; k++) {
        gups_next(&r);
        expected[r & MASK] ^= r;
      }
    }
  for (long i = 0; i < WORDS; i++)
    wrong += expected[i] != table[i];
  free(expected);
  return wrong;
}

/* Races may lose updates: HPCC's RandomAccess allows one in a hundred. */
static inline long gups_allowed(int threads, int rounds) {
  return threads == 1 ? 0 : (long)UPDATES * threads * rounds / 100;
}
