/* Scatter with the token at the source: it writes one block after the other round the threads, each when its thread is
 * ready. */
#include "../algorithms.h"
#include "../edge.h"

static void give(const struct upcr_call *call) {
  for (int k = 0; k < upcr_self.threads; k++) {
    int to = upcr_after(k);
    if (k > 0)
      upcr_wait_signal(call, to);
    upcr_move(upcr_part(call->dst, to, 0), call->src + (size_t)to * call->nbytes, call->nbytes);
    upcr_report(call, to);
  }
}

void upcr_scatter_push_ring(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  if (upcr_self.mythread == call->root) {
    give(call);
    return;
  }
  upcr_signal(call, call->root);
  upcr_await_report(call, call->root);
}
