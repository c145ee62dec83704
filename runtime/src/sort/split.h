/* SPDX-License-Identifier: Apache-2.0 */
/* Exact splitting of sorted runs: the place in each run at which the first k elements of all runs
 * end. */
#ifndef UPCR_SORT_SPLIT_H
#define UPCR_SORT_SPLIT_H

#include <stddef.h>

/* Compares element i of run a with element k of run b: negative, 0 or positive. */
typedef int upcr_split_compare(const void *arg, int a, size_t i, int b, size_t k);

struct upcr_split {
  int runs;
  const size_t *length; /* [runs] */
  upcr_split_compare *compare;
  const void *arg;
};

/* Fills position[runs] so that the elements before them are the first `rank` of all, the total
 * length at most; of equal ones those of lower runs come first, and in a run the order is that of
 * the run. `spare` has room for 2 * runs numbers.
 *
 * The answer lies in a range of each run, which all shrink: the middle of the longest is the pivot,
 * the elements before it are counted by binary search, and either they all belong to the first
 * `rank`, with the pivot, or none after them does. A step takes one binary search in each run, and
 * takes half of the longest range away at the least; with data in no particular order half of all.
 */
void upcr_split_at(const struct upcr_split *split, size_t rank, size_t *position, size_t *spare);

#endif
