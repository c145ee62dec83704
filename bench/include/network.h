/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes and counts of the programs of the benchmark `network`. */
#ifndef BENCH_NETWORK_H
#define BENCH_NETWORK_H

#include <stddef.h>

enum {
  NETWORK_LARGEST = 4 << 20,
  NETWORK_WORDS = 100,    /* blocking operations of 8 bytes in a batch */
  NETWORK_PUTS = 4096,    /* asynchronous ones of 8 bytes in a batch */
  NETWORK_WINDOW = 64,    /* outstanding at once, if the program itself must limit them */
  NETWORK_BATCH = 8 << 20 /* bytes of a batch of large transfers */
};

static inline int network_count(long n) {
  return n == 8 ? NETWORK_WORDS : n >= NETWORK_BATCH / 2 ? 1 : NETWORK_BATCH / 4 / (int)n;
}
static inline int network_many(long n) { return n == 8 ? NETWORK_PUTS : NETWORK_BATCH / (int)n; }

/* The offset of the i-th of many, within NETWORK_LARGEST bytes. */
static inline size_t network_place(long n, int i) {
  return (size_t)n * (size_t)i % NETWORK_LARGEST;
}

#define NETWORK_SIZES(name, run)                                                                   \
  {{name, 65536}, run}, {{name, 262144}, run}, {{name, 1048576}, run}, {                           \
    {name, NETWORK_LARGEST}, run                                                                   \
  }

#endif
