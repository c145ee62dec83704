/* Reduce to all between two synchronisations of all threads: every thread folds the vectors of all where they lie, in the same order,
 * so that all get the same. In place thread 0 alone does it, for all: what one thread wrote another might read still. So it does
 * where one of two threads serves both. */
#include "../algorithms.h"
#include "../edge.h"
#include "../pair.h"
#include "../reduce/vector.h"
#include "../words.h"

static void fold_for_all(const struct upcr_call *call) {
  upcr_fold_vectors(call, 0, call->nbytes, call->dst);
  for (int t = 1; t < upcr_self.threads; t++)
    upcr_move(upcr_part(call->dst, t, 0), call->dst, call->nbytes);
}

void upcr_reduce_all_direct(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  bool in_place = call->dst == call->src, works = !in_place || upcr_self.mythread == 0;
  (void)algorithm;
  if (works)
    upcr_expect_vectors(call, 0, call->nbytes);
  upcr_direct_begin(call);
  if (in_place && works)
    fold_for_all(call);
  else if (works)
    upcr_fold_vectors(call, 0, call->nbytes, upcr_part(call->dst, upcr_self.mythread, 0));
  upcr_direct_end(call);
}

void upcr_reduce_all_served(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  if (upcr_self.mythread == call->root) {
    upcr_expect_vectors(call, 0, call->nbytes);
    upcr_expect_to_write(upcr_part(call->dst, 1, 0), call->nbytes);
  }
  if (!upcr_pair_serves(call))
    return;
  fold_for_all(call);
  upcr_pair_done(call);
}
