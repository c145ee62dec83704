/* Gather with the token at the destination: it reads one block after the other round the threads, each when its thread is
 * ready. */
#include "../algorithms.h"
#include "../edge.h"

static void collect(const struct upcr_call *call) {
  for (int k = 0; k < upcr_self.threads; k++) {
    int from = upcr_after(k);
    if (k > 0)
      upcr_wait_signal(call, from);
    upcr_move(call->dst + (size_t)from * call->nbytes, upcr_part(call->src, from, 0), call->nbytes);
    upcr_report(call, from);
  }
}

void upcr_gather_pull_ring(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  if (upcr_self.mythread == call->root) {
    collect(call);
    return;
  }
  upcr_signal(call, call->root);
  upcr_await_report(call, call->root);
}
