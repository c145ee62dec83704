/* Reduce vectors of two threads of which one, that of dst, folds both where they lie: the result stays where it is read. */
#include "../algorithms.h"
#include "../pair.h"
#include "../reduce/vector.h"

void upcr_reduce_vector_served(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  if (upcr_self.mythread == call->root)
    upcr_expect_vectors(call, 0, call->nbytes);
  if (!upcr_pair_serves(call))
    return;
  upcr_fold_vectors(call, 0, call->nbytes, call->dst);
  upcr_pair_done(call);
}
