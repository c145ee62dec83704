/* Permute: every thread writes its block where it belongs. The thread there cannot know from whom, so MYSYNC is met by what
 * ALLSYNC asks for. */
#include "../algorithms.h"
#include "../edge.h"
#include "permutation.h"

void upcr_permute_push(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  if (call->in == UPCR_MYSYNC)
    upcr_call_barrier(call);
  int to = upcr_permutation_target(call);
  upcr_move(upcr_part(call->dst, to, 0), upcr_part(call->src, upcr_self.mythread, 0), call->nbytes);
  if (call->out == UPCR_MYSYNC)
    upcr_call_barrier(call);
}
