/* Gather with tokens: every thread writes its block to the destination when it has one. */
#include "../algorithms.h"
#include "../edge.h"
#include "../token.h"

void upcr_gather_push_ring(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread, root = call->root;
  upcr_pts_t own = upcr_part(call->src, me, 0), to = call->dst + (size_t)me * call->nbytes;
  for (int k = 1; me == root && k < upcr_self.threads; k++)
    upcr_allow(call, upcr_after(k));
  if (me == root)
    upcr_move(to, own, call->nbytes);
  else {
    upcr_await_allowed(call, root);
    upcr_token_move(call, algorithm->radix, to, own);
    upcr_report(call, root);
  }
  for (int k = 1; me == root && k < upcr_self.threads; k++)
    upcr_await_report(call, upcr_after(k));
}
