/* Reduce vectors as a loop of the thread of dst, which reads an element of every vector. */
#include "../algorithms.h"
#include "../reduce/vector.h"
#include "../reduce/worker.h"

void upcr_reduce_vector_naive(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  size_t size = upcr_element_size(call);
  (void)algorithm;
  if (upcr_work_begins(call, call->root))
    for (size_t at = 0; at < call->nbytes; at += size)
      upcr_fold_vectors(call, at, size, call->dst + at);
  upcr_work_ends(call, call->root);
}
