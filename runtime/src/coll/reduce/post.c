/* Reduce by posts of one result each: every thread folds a part, the thread of dst folds the results. Operands that may change
 * places are folded where they lie; else each thread folds a part in order. */
#include <string.h>

#include "../algorithms.h"
#include "../edge.h"
#include "../post.h"
#include "ordered.h"

static void collect(const struct upcr_call *call, const struct upcr_partial *own) {
  const struct upcr_reduction *r = call->reduction;
  struct upcr_partial all = {.any = false};
  for (int rank = 0; rank < upcr_self.threads; rank++) {
    int from = upcr_thread_of_rank(r, rank);
    upcr_partial_append(r, &all, from == call->root ? own : upcr_post_read(call, from, sizeof all));
  }
  if (all.any)
    upcr_write(call->dst, all.value, r->type->size);
}

void upcr_reduce_post(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_partial own;
  (void)algorithm;
  upcr_post_sync_in(call);
  upcr_ordered_begin(call);
  upcr_fold_part(call->reduction, &own);
  if (upcr_self.mythread == call->root)
    collect(call, &own);
  else {
    memcpy(upcr_post_begin(call, sizeof own), &own, sizeof own);
    upcr_post_to(call, call->root);
  }
  upcr_ordered_end(call);
  upcr_post_sync_out_of(call, call->root);
}
