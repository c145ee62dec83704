/* SPDX-License-Identifier: Apache-2.0 */
/* The elements of a reduction: going through them, where they lie, and when they may be read. */
#ifndef UPCR_COLL_REDUCE_ELEMENTS_H
#define UPCR_COLL_REDUCE_ELEMENTS_H

#include "../call.h"
#include "reduction.h"

/* Going through elements of an array in order, run by run: a run lies on one thread, one element
 * after the other. It is a block, or the part of one that the range has. A step to the next run
 * costs no division. */

struct upcr_runs {
  upcr_pts_t at;  /* the run's first element */
  size_t length;  /* of the run, in elements; 0: there is none any more */
  size_t left;    /* elements of the range behind the run */
  size_t block;   /* elements of a block; 0: all lie on one thread */
  size_t element; /* bytes */
};

/* `some` of what is left make the run. */
static inline void upcr_runs_take(struct upcr_runs *runs, size_t some) {
  runs->length = runs->block == 0 || runs->left < some ? runs->left : some;
  runs->left -= runs->length;
}

/* The elements of the range of an array that lies as src or dst do. */
static inline struct upcr_runs upcr_runs_of(const struct upcr_reduction *r, upcr_ppts_t array,
                                            struct upcr_range range) {
  struct upcr_runs runs = {
      .left = range.end - range.first, .block = r->blk_size, .element = r->type->size};
  upcr_ppts_t first = array;
  if (runs.block == 0)
    first.p += range.first * runs.element;
  else if (range.first > 0)
    first = upcr_addb(array, (long)range.first, runs.block, runs.element);
  runs.at = first.p;
  upcr_runs_take(&runs, runs.block - first.phase);
  return runs;
}

/* Leaves the first n elements of the run behind, at most all of it. */
static inline void upcr_runs_advance(struct upcr_runs *runs, size_t n) {
  runs->at += n * runs->element;
  runs->length -= n;
  if (runs->length > 0 || runs->left == 0)
    return;
  size_t bytes = runs->block * runs->element;
  runs->at = upcr_pts_next_thread(upcr_pts_move(runs->at, 0, -bytes), bytes);
  upcr_runs_take(runs, runs->block);
}

/* The result over all elements: thread by thread, where they may change places. */
void upcr_fold_all(const struct upcr_reduction *r, struct upcr_partial *result);

/* An array of `count` elements of `size` bytes in blocks of `block` elements (0: all lie on one
 * thread), from `start` on, whose phase counts and is below `block`. */
struct upcr_elements {
  upcr_ppts_t start;
  size_t count, block, size;
};

/* The elements of a reduction's source. */
static inline struct upcr_elements upcr_elements_of(const struct upcr_reduction *r) {
  return (struct upcr_elements){r->src, r->nelems, r->blk_size, r->type->size};
}

/* Bytes one after the other on one thread. */
struct upcr_extent {
  upcr_pts_t start;
  size_t nbytes;
};

/* The elements that lie on a thread (UPC 7.4.3.1). */
struct upcr_extent upcr_extent_of(const struct upcr_elements *elements, int thread);

/* The part of the calling thread: its own elements, or its range where order matters. */
static inline void upcr_fold_part(const struct upcr_reduction *r, struct upcr_partial *result) {
  if (upcr_is_commutative(r))
    upcr_fold_own(r, result);
  else
    upcr_fold_range(r, upcr_range_of_rank(r, upcr_rank_of(r, upcr_self.mythread)), result);
}

/* Do parts of a reduce or prefix_reduce have elements of other threads? MYSYNC permits access to
 * them only while all are in the call. The same on all threads. */
static inline bool upcr_parts_are_of_others(const struct upcr_call *call) {
  bool in_order = call->which == UPCR_ALL_PREFIX_REDUCE || !upcr_is_commutative(call->reduction);
  return in_order && !upcr_ranges_are_local(call->reduction);
}

/* dst of a reduce: nothing where there are no elements. */
static inline void upcr_store_result(const struct upcr_call *call, const struct upcr_partial *all) {
  if (all->any)
    upcr_write(call->dst, all->value, call->reduction->type->size);
}

/* Vectors, which are combined element by element (vector.c). */

/* Bytes of an element. */
size_t upcr_element_size(const struct upcr_call *call);

/* The first byte of slice t of a vector that is divided over the threads. */
size_t upcr_slice_first(const struct upcr_call *call, int t);

/* to[i] = v_0[i] op v_1[i] ... over the bytes [at, at + n) of every thread's part of src, in the
 * order of threads. `to` may be that part of a src. */
void upcr_fold_vectors(const struct upcr_call *call, size_t at, size_t n, upcr_pts_t to);

/* to[i] = own[i] op v[i], n bytes, or v[i] op own[i] if v is `first`; `to` and `own`, which may be
 * the same, are the caller's memory. */
void upcr_combine_vectors(const struct upcr_call *call, upcr_pts_t to, upcr_pts_t own, upcr_pts_t v,
                          size_t n, bool first);

#endif
