/* Reduce to all as a loop of thread 0, which reads an element of every vector and writes the result to every thread. In place
 * it is right too: an element is written after all of its operands were read. */
#include "../algorithms.h"
#include "../reduce/vector.h"
#include "../reduce/worker.h"

void upcr_reduce_all_naive(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  size_t size = upcr_element_size(call);
  (void)algorithm;
  if (upcr_work_begins(call, 0))
    for (size_t at = 0; at < call->nbytes; at += size) {
      upcr_fold_vectors(call, at, size, upcr_part(call->dst, 0, at));
      for (int t = 1; t < upcr_self.threads; t++)
        upcr_move(upcr_part(call->dst, t, at), upcr_part(call->dst, 0, at), size);
    }
  upcr_work_ends(call, 0);
}
