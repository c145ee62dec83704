/* Reductions in which the last thread to enter folds the elements, or the vectors, of all where they lie. */
#include "../../base/log.h"
#include "../algorithms.h"
#include "../edge.h"
#include "../last.h"
#include "reduction.h"
#include "vector.h"

static void fold_all(const struct upcr_call *call) {
  const struct upcr_reduction *r = call->reduction;
  struct upcr_partial all;
  upcr_fold_range(r, (struct upcr_range){0, r->nelems}, &all);
  if (all.any)
    upcr_write(call->dst, all.value, r->type->size);
}

static void scan_all(const struct upcr_call *call) {
  struct upcr_partial carry = {.any = false};
  upcr_scan_range(call->reduction, (struct upcr_range){0, call->reduction->nelems}, &carry);
}

static void fold_to_dst(const struct upcr_call *call) { upcr_fold_vectors(call, 0, call->nbytes, call->dst); }

static void fold_for_all(const struct upcr_call *call) {
  fold_to_dst(call);
  for (int t = 1; t < upcr_self.threads; t++)
    upcr_move(upcr_part(call->dst, t, 0), call->dst, call->nbytes);
}

static void fold_slices(const struct upcr_call *call) {
  for (int t = 0; t < upcr_self.threads; t++)
    upcr_fold_vectors(call, (size_t)t * call->nbytes, call->nbytes, upcr_part(call->dst, t, 0));
}

static void serve_all(const struct upcr_call *call) {
  switch (call->which) {
  case UPCR_ALL_REDUCE:
    fold_all(call);
    break;
  case UPCR_ALL_PREFIX_REDUCE:
    scan_all(call);
    break;
  case UPCR_ALL_REDUCE_VECTOR:
    fold_to_dst(call);
    break;
  case UPCR_ALL_REDUCE_ALL:
    fold_for_all(call);
    break;
  case UPCR_ALL_REDUCE_SCATTER:
    fold_slices(call);
    break;
  default:
    upcr_fatal("%s is no reduction", upcr_collective_name(call->function));
  }
}

void upcr_reduce_last(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  upcr_last_serves(call, serve_all);
}
