/* SPDX-License-Identifier: Apache-2.0 */
#include "split.h"

#include <stdbool.h>

static int longest(const size_t *low, const size_t *high, int runs) {
  int best = 0;
  for (int r = 1; r < runs; r++)
    if (high[r] - low[r] > high[best] - low[best])
      best = r;
  return best;
}

static bool comes_before(const struct upcr_split *split, int a, size_t i, int b, size_t k) {
  int order = split->compare(split->arg, a, i, b, k);
  return order < 0 || (order == 0 && a < b);
}

/* The first element in [low, high) of run r that does not sort before the pivot, an element of
 * another run. */
static size_t cut(const struct upcr_split *split, int r, size_t low, size_t high, int pivot_run,
                  size_t pivot) {
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (comes_before(split, r, middle, pivot_run, pivot))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* One step. `left` of the elements in the ranges belong to the first `rank`; returns how many are
 * left after the step. */
static size_t narrow(const struct upcr_split *split, size_t *low, size_t *high, size_t *at,
                     size_t left) {
  int longest_run = longest(low, high, split->runs);
  size_t pivot = low[longest_run] + (high[longest_run] - low[longest_run]) / 2, before = 0;
  for (int r = 0; r < split->runs; r++) {
    at[r] = r == longest_run ? pivot : cut(split, r, low[r], high[r], longest_run, pivot);
    before += at[r] - low[r];
  }
  bool belongs = before < left;
  for (int r = 0; r < split->runs; r++)
    (belongs ? low : high)[r] = at[r];
  if (!belongs)
    return left;
  low[longest_run]++;
  return left - before - 1;
}

void upcr_split_at(const struct upcr_split *split, size_t rank, size_t *position, size_t *spare) {
  size_t *low = position, *high = spare, *at = spare + split->runs, left = rank;
  for (int r = 0; r < split->runs; r++) {
    low[r] = 0;
    high[r] = split->length[r];
  }
  while (left > 0)
    left = narrow(split, low, high, at, left);
}
