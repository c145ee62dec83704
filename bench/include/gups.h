/* SPDX-License-Identifier: Apache-2.0 */
/* Constants of the programs of random updates. */
#ifndef BENCH_GUPS_H
#define BENCH_GUPS_H

#include <stdint.h>

enum {
  GUPS_TABLE = 1 << 18,   /* words of a thread */
  GUPS_UPDATES = 1 << 12, /* of a thread in a batch */
  GUPS_BULK = 1024,       /* updates that HPCC's RandomAccess lets a process hold back */
  THREADS_MOST = 16
};

static inline uint64_t gups_next(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  return *state ^= *state << 17;
}

static inline uint64_t gups_seed(int thread, int round) {
  return UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)(thread * 1000 + round + 1);
}

#endif
