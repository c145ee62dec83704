/* SPDX-License-Identifier: Apache-2.0 */
/* Counts the k-mers (pieces of K bases) of a generated genome, a quarter of which repeats its
 * beginning, in a hash table with open addressing. */
#include <string.h>

#include "../app.h"

#ifdef APP_SMALL
enum { BASES = 1 << 10 };
#else
enum { BASES = 1 << 18 };
#endif
enum { K = 21, KMERS = BASES - K + 1, SLOTS = 4 * BASES };

static inline uint64_t kmers_base(long i) {
  return mix((uint64_t)(i % (BASES - BASES / 4))) >> 40 & 3;
}

/* The k-mer after `kmer`, whose last base is base i; two bits a base. */
static inline uint64_t kmers_next(uint64_t kmer, long i) {
  return (kmer << 2 | kmers_base(i)) & ((UINT64_C(1) << 2 * K) - 1);
}

/* The k-mer that begins at base i - 1. */
static inline uint64_t kmers_before(long i) {
  uint64_t kmer = 0;
  for (long k = i; k < i + K - 1; k++)
    kmer = kmers_next(kmer, k);
  return kmer;
}

/* The content of a slot for a k-mer; a free slot has 0. */
static inline uint64_t kmers_key(uint64_t kmer) { return kmer + 1; }

/* The slot at which the search for a k-mer begins. */
static inline long kmers_slot(uint64_t key) { return (long)(mix(key) % SLOTS); }

/* The k-mers of a table or of a part: the number of different ones, and a sum over all. */
struct kmers {
  long distinct;
  uint64_t sum;
};

static inline void kmers_tally(struct kmers *tally, uint64_t key, long count) {
  if (key == 0)
    return;
  tally->distinct++;
  tally->sum += mix(key) * (uint64_t)count;
}

static inline int kmers_compare(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* 1 if `tally` differs from that of all k-mers, sorted and counted serially. */
static inline long kmers_wrong(struct kmers tally) {
  uint64_t *key = malloc(KMERS * sizeof *key), kmer = kmers_before(0);
  struct kmers expected = {0, 0};
  for (long i = 0; i < KMERS; i++)
    key[i] = kmers_key(kmer = kmers_next(kmer, i + K - 1));
  qsort(key, KMERS, sizeof *key, kmers_compare);
  for (long i = 0, next; i < KMERS; i = next) {
    for (next = i; next < KMERS && key[next] == key[i]; next++)
      continue;
    kmers_tally(&expected, key[i], next - i);
  }
  free(key);
  return tally.distinct != expected.distinct || tally.sum != expected.sum;
}
