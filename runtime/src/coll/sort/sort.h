/* SPDX-License-Identifier: Apache-2.0 */
/* upc_all_sort (of UPC 1.2): a parallel merge sort with exact splitting.
 *
 * Every thread copies an equal share of the elements, by index, into its own run and sorts that;
 * finds in all sorted runs where its share of the result begins; fetches what belongs to it, a
 * piece of each run, and merges the pieces. Equal elements keep their order, all shares are
 * equal whatever the data, and only the search for the beginnings compares elements of other
 * threads. The function compares elements in shared memory, so what is compared lies in runs;
 * merges go through private memory. */
#ifndef UPCR_COLL_SORT_SORT_H
#define UPCR_COLL_SORT_SORT_H

#include <stddef.h>
#include <upcr/upcr.h>

#include "../patterns/schedule.h"
#include "../call.h"

typedef int upcr_compare_function(upcr_ppts_t a, upcr_ppts_t b);

struct upcr_sort {
  struct upcr_coll call;
  upcr_pts_t array; /* of all threads */
  size_t elem_size, nelems, blk_size;
  upcr_compare_function *compare;
  upcr_pts_t
      runs; /* symmetric: each thread's run, and the beginnings that it found, in its own memory */
  char *spare; /* private: room for a run */
};

/* The share of thread `thread` of the elements: the first one's index, and how many. */
static inline size_t upcr_sort_first(const struct upcr_sort *s, int thread) {
  return upcr_even_first(s->nelems, upcr_self.threads, thread);
}

static inline size_t upcr_sort_count(const struct upcr_sort *s, int thread) {
  return upcr_sort_first(s, thread + 1) - upcr_sort_first(s, thread);
}

/* Element i of a thread's run. */
static inline upcr_pts_t upcr_sort_in_run(const struct upcr_sort *s, int thread, size_t i) {
  return upcr_pts_make((unsigned long)thread, upcr_pts_offset(s->runs)) + i * s->elem_size;
}

/* Sorts the n elements of the caller's run. */
void upcr_sort_run(const struct upcr_sort *s, size_t n);

/* Merges sorted pieces of the caller's run: piece p is of the elements [start[p], start[p + 1]). */
void upcr_sort_merge_pieces(const struct upcr_sort *s, const size_t *start, int pieces);

/* Exact splitting of sorted runs: where the first elements of all together end in each
 * (split.c). */

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
 * the run. `spare` has room for 2 * runs numbers. */
void upcr_split_at(const struct upcr_split *split, size_t rank, size_t *position, size_t *spare);

#endif
