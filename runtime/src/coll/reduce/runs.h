/* Going through elements of an array in order, run by run: a run lies on one thread, one element after the other. It is a block, or the
 * part of one that the range has. A step to the next run costs no division. */
#ifndef UPCR_COLL_REDUCE_RUNS_H
#define UPCR_COLL_REDUCE_RUNS_H

#include "reduction.h"

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
  struct upcr_runs runs = {.left = range.end - range.first, .block = r->blk_size, .element = r->type->size};
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

#endif
