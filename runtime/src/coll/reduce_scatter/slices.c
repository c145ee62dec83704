/* Reduce and scatter: every thread folds its slice of all vectors where they lie. */
#include "../algorithms.h"
#include "../edge.h"
#include "../reduce/vector.h"

void upcr_reduce_scatter_slices(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread, threads = upcr_self.threads;
  (void)algorithm;
  for (int k = 1; k < threads; k++)
    upcr_allow(call, upcr_after(threads - k));
  for (int k = 1; k < threads; k++)
    upcr_await_allowed(call, upcr_after(k));
  upcr_fold_vectors(call, (size_t)me * call->nbytes, call->nbytes, upcr_part(call->dst, me, 0));
  for (int k = 1; k < threads; k++)
    upcr_report(call, upcr_after(k));
  for (int k = 1; k < threads; k++)
    upcr_await_report(call, upcr_after(threads - k));
}
