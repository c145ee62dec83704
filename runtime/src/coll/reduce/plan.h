/* Where the elements of a range lie, found out before they may be read: while a thread waits for those that write them. */
#ifndef UPCR_COLL_REDUCE_PLAN_H
#define UPCR_COLL_REDUCE_PLAN_H

#include "reduction.h"

enum { UPCR_PLANNED = 8 /* runs of elements */ };

struct upcr_plan {
  struct {
    upcr_pts_t at;
    size_t length;
  } run[UPCR_PLANNED];
  int runs;
  struct upcr_range rest; /* the elements that are in none of them */
};

/* The first runs of a range of src; fetches the first lines of those that lie on other threads. */
void upcr_plan_make(const struct upcr_reduction *r, struct upcr_range range, struct upcr_plan *plan);

/* Folds the elements of the range in order. */
void upcr_plan_fold(const struct upcr_reduction *r, const struct upcr_plan *plan, struct upcr_partial *result);

#endif
