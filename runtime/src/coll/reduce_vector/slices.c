/* Reduce vectors, each thread a slice: thread t folds slice t of all vectors where they lie, and writes it to dst. In place it is right
 * too: slice t is read and written by thread t alone. */
#include "../algorithms.h"
#include "../edge.h"
#include "../reduce/vector.h"

void upcr_reduce_vector_slices(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread;
  size_t at = upcr_slice_first(call, me);
  (void)algorithm;
  upcr_slices_begin(call);
  upcr_fold_vectors(call, at, upcr_slice_first(call, me + 1) - at, call->dst + at);
  upcr_slices_end(call);
}
