/* SPDX-License-Identifier: Apache-2.0 */
#include "block_starts.h"

#include <stdbool.h>

enum { STEP = 16 };

static uint64_t load(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
static void store(uint64_t *word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

/* Words of the level above one of `count` bits or words. */
static size_t words_for(uint64_t count) { return (size_t)(count / 64 + 1); }

size_t upcr_starts_bytes(uint64_t end) {
  size_t words = 0;
  uint64_t count = end / STEP;
  for (int k = 0; k < UPCR_STARTS_LEVELS; k++) {
    count = words_for(count);
    words += (size_t)count;
  }
  return words * sizeof(uint64_t);
}

void upcr_starts_init(struct upcr_starts *starts, void *memory, uint64_t end) {
  uint64_t *at = memory, count = end / STEP;
  for (int k = 0; k < UPCR_STARTS_LEVELS; k++) {
    starts->level[k] = at;
    count = words_for(count);
    at += count;
  }
}

void upcr_starts_add(const struct upcr_starts *starts, uint64_t offset) {
  uint64_t bit = offset / STEP;
  for (int k = 0; k < UPCR_STARTS_LEVELS; k++, bit /= 64) {
    uint64_t *word = &starts->level[k][bit / 64];
    store(word, load(word) | 1ull << bit % 64);
  }
}

void upcr_starts_remove(const struct upcr_starts *starts, uint64_t offset) {
  uint64_t bit = offset / STEP;
  bool empty = true;
  for (int k = 0; k < UPCR_STARTS_LEVELS && empty; k++, bit /= 64) {
    uint64_t *word = &starts->level[k][bit / 64];
    store(word, load(word) & ~(1ull << bit % 64));
    empty = load(word) == 0;
  }
}

static uint64_t highest(uint64_t word) { return 63u - (unsigned)__builtin_clzll(word); }

/* The last member under bit `bit` of level k; 0 if it has been removed meanwhile. */
static uint64_t last_under(const struct upcr_starts *starts, int k, uint64_t bit) {
  while (k-- > 0) {
    uint64_t word = load(&starts->level[k][bit]);
    if (word == 0)
      return 0;
    bit = bit * 64 + highest(word);
  }
  return bit * STEP;
}

uint64_t upcr_starts_at_or_below(const struct upcr_starts *starts, uint64_t offset) {
  uint64_t bit = offset / STEP;
  for (int k = 0; k < UPCR_STARTS_LEVELS; k++, bit /= 64) {
    uint64_t upto =
        (1ull << bit % 64) - 1; /* what is below; on the lowest level the offset's own bit too */
    uint64_t word = load(&starts->level[k][bit / 64]) & (k == 0 ? upto << 1 | 1 : upto);
    if (word)
      return last_under(starts, k, bit / 64 * 64 + highest(word));
  }
  return 0;
}
