/* Reductions that keep the order of their operands read elements of other threads, which MYSYNC permits only once those have
 * entered, and until they leave: both are met by what ALLSYNC asks for. */
#ifndef UPCR_COLL_REDUCE_ORDERED_H
#define UPCR_COLL_REDUCE_ORDERED_H

#include "../call.h"
#include "reduction.h"

/* The part of the calling thread: its own elements, or its range where order matters. */
static inline void upcr_fold_part(const struct upcr_reduction *r, struct upcr_partial *result) {
  if (upcr_is_commutative(r))
    upcr_fold_own(r, result);
  else
    upcr_fold_range(r, upcr_range_of_rank(r, upcr_rank_of(r, upcr_self.mythread)), result);
}

/* Before the first element of a range is read, and after the last was read or written. */
static inline void upcr_ranges_begin(const struct upcr_call *call) {
  if (call->in == UPCR_MYSYNC && !upcr_ranges_are_local(call->reduction))
    upcr_call_barrier(call);
}

static inline void upcr_ranges_end(const struct upcr_call *call) {
  if (call->out == UPCR_MYSYNC && !upcr_ranges_are_local(call->reduction))
    upcr_call_barrier(call);
}

/* The same for shares, which may lie anywhere. */
static inline void upcr_shares_begin(const struct upcr_call *call) {
  if (call->in == UPCR_MYSYNC)
    upcr_call_barrier(call);
}

static inline void upcr_shares_end(const struct upcr_call *call) {
  if (call->out == UPCR_MYSYNC)
    upcr_call_barrier(call);
}

/* The same, where upcr_fold_part reads. */
static inline void upcr_ordered_begin(const struct upcr_call *call) {
  if (!upcr_is_commutative(call->reduction))
    upcr_ranges_begin(call);
}

static inline void upcr_ordered_end(const struct upcr_call *call) {
  if (!upcr_is_commutative(call->reduction))
    upcr_ranges_end(call);
}

#endif
