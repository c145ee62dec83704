/* Broadcast, flat: the source's thread writes every part. */
#include "../algorithms.h"
#include "../edge.h"

static void give(const struct upcr_call *call) {
  for (int k = 0; k < upcr_self.threads; k++) {
    int to = upcr_after(k);
    upcr_await_allowed(call, to);
    upcr_move(upcr_part(call->dst, to, 0), call->src, call->nbytes);
    upcr_report(call, to);
  }
}

void upcr_broadcast_push(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  if (upcr_self.mythread == call->root) {
    give(call);
    return;
  }
  upcr_allow(call, call->root);
  upcr_await_report(call, call->root);
}
