/* Permute: every thread writes its block where it belongs, whole or element by element. The thread there cannot know from whom,
 * so MYSYNC is met by what ALLSYNC asks for. */
#include "../algorithms.h"
#include "../edge.h"
#include "../element.h"
#include "permutation.h"

static void push(const struct upcr_call *call, void (*copy)(upcr_pts_t dst, upcr_pts_t src, size_t n)) {
  if (call->in == UPCR_MYSYNC)
    upcr_call_barrier(call);
  int to = upcr_permutation_target(call);
  copy(upcr_part(call->dst, to, 0), upcr_part(call->src, upcr_self.mythread, 0), call->nbytes);
  if (call->out == UPCR_MYSYNC)
    upcr_call_barrier(call);
}

void upcr_permute_push(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  push(call, upcr_move);
}

void upcr_permute_naive(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  push(call, upcr_move_elements);
}
