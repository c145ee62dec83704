/* Reduce and scatter: every thread folds its slice of all vectors where they lie. */
#include "../algorithms.h"
#include "../edge.h"
#include "../reduce/vector.h"

void upcr_reduce_scatter_slices(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread;
  (void)algorithm;
  upcr_slices_begin(call);
  upcr_fold_vectors(call, (size_t)me * call->nbytes, call->nbytes, upcr_part(call->dst, me, 0));
  upcr_slices_end(call);
}
