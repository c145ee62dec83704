/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers that look random, from their index alone: every thread computes any of them. */
#ifndef BENCH_MIX_H
#define BENCH_MIX_H

#include <stdint.h>

/* A hash of i: number i of the sequence that SplitMix64 generates from 0 (G. Steele, D. Lea,
 * C. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014). */
static inline uint64_t mix(uint64_t i) {
  i = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
  i = (i ^ (i >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  i = (i ^ (i >> 27)) * UINT64_C(0x94d049bb133111eb);
  return i ^ (i >> 31);
}

/* The same as a number from 0 to 1. */
static inline double mix_fraction(uint64_t i) { return (double)(mix(i) >> 11) * 0x1p-53; }

#endif
