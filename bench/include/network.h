/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs of the benchmark `network` have in common: sizes, and how often. */
#ifndef BENCH_NETWORK_H
#define BENCH_NETWORK_H

#include <stddef.h>

enum {
  NETWORK_LARGEST = 4 << 20,
  NETWORK_WORDS = 100,    /* operations of 8 bytes in a batch, one after the other */
  NETWORK_PUTS = 4096,    /* of 8 bytes in a batch, under way at once as far as the system allows */
  NETWORK_WINDOW = 64,    /* at once, where the program itself has to bound it */
  NETWORK_BATCH = 8 << 20 /* bytes of a batch of large transfers */
};

static inline int network_count(long n) {
  return n == 8 ? NETWORK_WORDS : n >= NETWORK_BATCH / 2 ? 1 : NETWORK_BATCH / 4 / (int)n;
}
static inline int network_many(long n) { return n == 8 ? NETWORK_PUTS : NETWORK_BATCH / (int)n; }

/* Where the i-th of many goes: within NETWORK_LARGEST bytes. */
static inline size_t network_place(long n, int i) {
  return (size_t)n * (size_t)i % NETWORK_LARGEST;
}

#define NETWORK_SIZES(name, run)                                                                   \
  {{name, 65536}, run}, {{name, 262144}, run}, {{name, 1048576}, run}, {                           \
    {name, NETWORK_LARGEST}, run                                                                   \
  }

#endif
