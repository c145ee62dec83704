/* Scatter, flat: every thread copies its block from the source. */
#include "../algorithms.h"
#include "../edge.h"

void upcr_scatter_pull(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread, root = call->root;
  (void)algorithm;
  for (int k = 1; me == root && k < upcr_self.threads; k++)
    upcr_allow(call, upcr_after(k));
  if (me != root)
    upcr_await_allowed(call, root);
  upcr_move(upcr_part(call->dst, me, 0), call->src + (size_t)me * call->nbytes, call->nbytes);
  if (me != root)
    upcr_report(call, root);
  for (int k = 1; me == root && k < upcr_self.threads; k++)
    upcr_await_report(call, upcr_after(k));
}
