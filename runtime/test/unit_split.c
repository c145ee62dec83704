/* SPDX-License-Identifier: Apache-2.0 */
/* Exact splitting of sorted runs: against a merge of all, for runs of any number and length, and
 * with many equal elements. */
#include <sort/split.h>
#include <stdlib.h>

#include "test.h"

enum { MANY = 20000, ELEMENTS = 60000 };

static int value[ELEMENTS];
static size_t first[MANY + 1], length[MANY], position[MANY], spare[2 * MANY], taken[MANY];
static long comparisons;
static unsigned long state = 1;

static unsigned random_below(unsigned n) {
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(state >> 33) % n;
}

static int compare(const void *arg, int a, size_t i, int b, size_t k) {
  const int *all = arg;
  comparisons++;
  int x = all[first[a] + i], y = all[first[b] + k];
  return (x > y) - (x < y);
}

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

enum order { RANDOM, FEW_VALUES, RISING /* each run is above the one before */, FALLING };

static void make(int runs, unsigned most, enum order order) {
  first[0] = 0;
  for (int r = 0; r < runs; r++) {
    length[r] = random_below(most + 1);
    first[r + 1] = first[r] + length[r];
    for (size_t i = first[r]; i < first[r + 1]; i++)
      value[i] = order == RANDOM       ? (int)random_below(1 << 30)
                 : order == FEW_VALUES ? (int)random_below(3)
                 : order == RISING     ? (int)i
                                       : (int)first[r] * -1000 + (int)(i - first[r]);
    qsort(value + first[r], length[r], sizeof *value, by_value);
  }
}

/* The next element of a merge: the least one, of the lowest run. */
static int next_run(int runs) {
  int best = -1;
  for (int r = 0; r < runs; r++)
    if (taken[r] < length[r] &&
        (best < 0 || value[first[r] + taken[r]] < value[first[best] + taken[best]]))
      best = r;
  return best;
}

/* Every rank of a few runs. */
static void check_all(int runs, unsigned most, enum order order) {
  make(runs, most, order);
  struct upcr_split split = {runs, length, compare, value};
  int wrong = 0;
  for (int r = 0; r < runs; r++)
    taken[r] = 0;
  for (size_t rank = 0; rank <= first[runs]; rank++) {
    upcr_split_at(&split, rank, position, spare);
    for (int r = 0; r < runs; r++)
      wrong += position[r] != taken[r];
    if (rank < first[runs])
      taken[next_run(runs)]++;
  }
  CHECK(wrong == 0);
}

/* One rank of many: the last before it does not come after the first behind it, in any two runs. */
static void check_one(int runs, unsigned most, enum order order) {
  make(runs, most, order);
  struct upcr_split split = {runs, length, compare, value};
  size_t rank = random_below((unsigned)first[runs] + 1), sum = 0;
  upcr_split_at(&split, rank, position, spare);
  int last = -1, behind = -1, wrong = 0; /* runs: of the greatest before, of the least behind */
  for (int r = 0; r < runs; r++) {
    sum += position[r];
    wrong += position[r] > length[r];
    if (position[r] > 0 &&
        (last < 0 || compare(value, r, position[r] - 1, last, position[last] - 1) >= 0))
      last = r;
    if (position[r] < length[r] &&
        (behind < 0 || compare(value, r, position[r], behind, position[behind]) < 0))
      behind = r;
  }
  CHECK(wrong == 0 && sum == rank);
  int order_of_both = last < 0 || behind < 0
                          ? -1
                          : compare(value, last, position[last] - 1, behind, position[behind]);
  CHECK(order_of_both < 0 || (order_of_both == 0 && last <= behind));
}

/* Runs of equal length without an order among them are split in a few binary searches of each. */
static void check_cost(void) {
  enum { RUNS = 16, LENGTH = 1024 };
  make(RUNS, 0, RANDOM);
  for (int r = 0; r < RUNS; r++) {
    length[r] = LENGTH;
    first[r + 1] = first[r] + LENGTH;
    for (size_t i = first[r]; i < first[r + 1]; i++)
      value[i] = (int)random_below(1 << 30);
    qsort(value + first[r], LENGTH, sizeof *value, by_value);
  }
  struct upcr_split split = {RUNS, length, compare, value};
  comparisons = 0;
  upcr_split_at(&split, RUNS * LENGTH / 3, position, spare);
  CHECK(comparisons < RUNS * 10 * 40);
}

int main(void) {
  for (enum order order = RANDOM; order <= FALLING; order++) {
    for (int runs = 1; runs <= 9; runs++)
      for (unsigned most = 0; most <= 20; most += 5)
        check_all(runs, most, order);
    check_all(64, 4, order);
    check_one(1000, 40, order);
    check_one(MANY, 1, order == FALLING ? RANDOM : order);
  }
  check_cost();
  return test_report();
}
