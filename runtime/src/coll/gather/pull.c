/* Gather, flat: the destination's thread reads every block. */
#include "../algorithms.h"
#include "../edge.h"

static void collect(const struct upcr_call *call) {
  for (int k = 0; k < upcr_self.threads; k++) {
    int from = upcr_after(k);
    upcr_await_allowed(call, from);
    upcr_move(call->dst + (size_t)from * call->nbytes, upcr_part(call->src, from, 0), call->nbytes);
    upcr_report(call, from);
  }
}

void upcr_gather_pull(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  if (upcr_self.mythread == call->root) {
    collect(call);
    return;
  }
  upcr_allow(call, call->root);
  upcr_await_report(call, call->root);
}
