/* Reduce where each thread folds an equal share of the elements, in order, wherever they lie: all work, however the array is laid
 * out. The thread of dst folds the results. */
#include "../algorithms.h"
#include "../edge.h"
#include "ordered.h"

static void collect(const struct upcr_call *call, const struct upcr_partial *own) {
  struct upcr_partial all = {.any = false}, other;
  for (int t = 0; t < upcr_self.threads; t++) {
    if (t != call->root)
      upcr_take_letter(call, t, &other, sizeof other);
    upcr_partial_append(call->reduction, &all, t == call->root ? own : &other);
  }
  if (all.any)
    upcr_write(call->dst, all.value, call->reduction->type->size);
}

void upcr_reduce_slices(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_partial own;
  (void)algorithm;
  upcr_shares_begin(call);
  upcr_fold_range(call->reduction, upcr_share_of(call->reduction, upcr_self.mythread), &own);
  if (upcr_self.mythread == call->root)
    collect(call, &own);
  else
    upcr_send_letter(call, call->root, &own, sizeof own);
  upcr_shares_end(call);
}
