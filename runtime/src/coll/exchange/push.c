/* Exchange, flat: every thread writes all its blocks, each as soon as its thread allows it. */
#include "../algorithms.h"
#include "../edge.h"

void upcr_exchange_push(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread, threads = upcr_self.threads;
  size_t n = call->nbytes;
  (void)algorithm;
  for (int k = 1; k < threads; k++)
    upcr_allow(call, upcr_after(threads - k));
  for (int k = 0; k < threads; k++) {
    int to = upcr_after(k);
    upcr_await_allowed(call, to);
    upcr_move(upcr_part(call->dst, to, (size_t)me * n), upcr_part(call->src, me, (size_t)to * n), n);
    upcr_report(call, to);
  }
  for (int k = 1; k < threads; k++)
    upcr_await_report(call, upcr_after(threads - k));
}
