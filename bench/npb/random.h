/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers of the NAS Parallel Benchmarks (RNR-94-007, section 2.3): x' = a x mod 2^46,
 * uniform in (0, 1) when divided by 2^46. Integers are exact: 2^46 divides 2^64. */
#ifndef NPB_RANDOM_H
#define NPB_RANDOM_H

#include <stdint.h>

#define NPB_A UINT64_C(1220703125) /* 5^13 */
#define NPB_SEED UINT64_C(314159265)
#define NPB_MASK ((UINT64_C(1) << 46) - 1)

/* Advances the seed by one number, and returns it. */
static inline double npb_random(uint64_t *seed) {
  *seed = (*seed * NPB_A) & NPB_MASK;
  return (double)(int64_t)*seed * 0x1p-46;
}

/* The seed after n further numbers. */
static inline uint64_t npb_jump(uint64_t seed, uint64_t n) {
  for (uint64_t a = NPB_A; n > 0; n >>= 1, a = (a * a) & NPB_MASK)
    if (n & 1)
      seed = (seed * a) & NPB_MASK;
  return seed;
}

#endif
