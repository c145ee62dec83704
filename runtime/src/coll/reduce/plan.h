/* Where the elements of a range lie, found out before they may be read: while a thread waits for those that write them. */
#ifndef UPCR_COLL_REDUCE_PLAN_H
#define UPCR_COLL_REDUCE_PLAN_H

#include "runs.h"

enum { UPCR_PLANNED = 8 /* runs of elements */ };

struct upcr_plan {
  struct {
    upcr_pts_t at;
    size_t length;
  } run[UPCR_PLANNED];
  int runs;
  struct upcr_runs rest; /* the elements of a range that are in none of them */
  int rest_rank;         /* the first thread, by its rank, whose elements are in none of them */
};

/* The first runs of a range of src, in order; fetches the first lines of those that lie on other threads. */
void upcr_plan_range(const struct upcr_reduction *r, struct upcr_range range, struct upcr_plan *plan);

/* The same of all elements: a run a thread, where they may change places. */
void upcr_plan_all(const struct upcr_reduction *r, struct upcr_plan *plan);

/* Folds the elements of the plan. */
void upcr_plan_fold(const struct upcr_reduction *r, const struct upcr_plan *plan, struct upcr_partial *result);

#endif
