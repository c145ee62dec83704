/* Scatter with tokens: every thread copies its block from the source when it has one. */
#include "../algorithms.h"
#include "../edge.h"
#include "../token.h"

void upcr_scatter_pull_ring(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread, root = call->root;
  upcr_pts_t own = upcr_part(call->dst, me, 0), from = call->src + (size_t)me * call->nbytes;
  for (int k = 1; me == root && k < upcr_self.threads; k++)
    upcr_allow(call, upcr_after(k));
  if (me == root)
    upcr_move(own, from, call->nbytes);
  else {
    upcr_await_allowed(call, root);
    upcr_token_move(call, algorithm->radix, own, from);
    upcr_report(call, root);
  }
  for (int k = 1; me == root && k < upcr_self.threads; k++)
    upcr_await_report(call, upcr_after(k));
}
