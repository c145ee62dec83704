/* Reduce and scatter as a loop of every thread over the elements of its slice, one shared access for each operand. */
#include "../algorithms.h"
#include "../edge.h"
#include "../reduce/vector.h"

void upcr_reduce_scatter_naive(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread;
  size_t size = upcr_element_size(call), first = (size_t)me * call->nbytes;
  (void)algorithm;
  upcr_slices_begin(call);
  for (size_t at = 0; at < call->nbytes; at += size)
    upcr_fold_vectors(call, first + at, size, upcr_part(call->dst, me, at));
  upcr_slices_end(call);
}
