/* SPDX-License-Identifier: Apache-2.0 */
/* The set of block starts against a plain array of flags. */
#include <check/block_starts.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

enum { SLOTS = 20000, STEPS = 40000, END = SLOTS * 16 };

static unsigned char member[SLOTS];

static uint64_t random_state = 4711;
static uint64_t next_random(void) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return random_state >> 33;
}

static uint64_t expected(uint64_t offset) {
  for (uint64_t slot = offset / 16; slot > 0; slot--)
    if (member[slot])
      return slot * 16;
  return 0;
}

static void test_random(const struct upcr_starts *starts) {
  for (int i = 0; i < STEPS; i++) {
    uint64_t slot = 1 + next_random() % (SLOTS - 1);
    if (i % 1000 < 300 && !member[slot]) { /* sparse and dense times */
      upcr_starts_add(starts, slot * 16);
      member[slot] = 1;
    } else if (member[slot]) {
      upcr_starts_remove(starts, slot * 16);
      member[slot] = 0;
    }
    uint64_t offset = next_random() % END;
    CHECK(upcr_starts_at_or_below(starts, offset) == expected(offset));
  }
}

/* The largest segment: only the pages of the members' own words are touched. */
static void test_far_apart(void) {
  struct upcr_starts starts;
  uint64_t end = 1ull << 34;
  void *memory = calloc(1, upcr_starts_bytes(end));
  if (!CHECK(memory != 0))
    return;
  upcr_starts_init(&starts, memory, end);
  upcr_starts_add(&starts, 4096);
  CHECK(upcr_starts_at_or_below(&starts, end - 16) == 4096);
  upcr_starts_add(&starts, end - 16);
  CHECK(upcr_starts_at_or_below(&starts, end - 1) == end - 16);
  CHECK(upcr_starts_at_or_below(&starts, end - 17) == 4096);
  CHECK(upcr_starts_at_or_below(&starts, 4095) == 0);
  free(memory);
}

int main(void) {
  struct upcr_starts starts;
  void *memory = calloc(1, upcr_starts_bytes(END));
  if (CHECK(memory != 0)) {
    upcr_starts_init(&starts, memory, END);
    test_random(&starts);
  }
  free(memory);
  test_far_apart();
  return test_report();
}
