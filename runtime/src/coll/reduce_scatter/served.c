/* Reduce and scatter of two threads of which one folds the slices of both: thread 0's first, which in place is no operand of the
 * other's. */
#include "../algorithms.h"
#include "../pair.h"
#include "../reduce/vector.h"

void upcr_reduce_scatter_served(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  size_t n = call->nbytes;
  (void)algorithm;
  if (upcr_self.mythread == call->root) {
    upcr_expect_vectors(call, 0, 2 * n);
    upcr_expect_to_write(upcr_part(call->dst, 1, 0), n);
  }
  if (!upcr_pair_serves(call))
    return;
  for (int t = 0; t < 2; t++)
    upcr_fold_vectors(call, (size_t)t * n, n, upcr_part(call->dst, t, 0));
  upcr_pair_done(call);
}
