/* Exchange, flat: every thread reads its block of each. */
#include "../algorithms.h"
#include "../edge.h"

void upcr_exchange_pull(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread, threads = upcr_self.threads;
  size_t n = call->nbytes;
  (void)algorithm;
  for (int k = 1; k < threads; k++)
    upcr_allow(call, upcr_after(threads - k));
  for (int k = 0; k < threads; k++) {
    int from = upcr_after(k);
    upcr_await_allowed(call, from);
    upcr_move(upcr_part(call->dst, me, (size_t)from * n), upcr_part(call->src, from, (size_t)me * n), n);
    upcr_report(call, from);
  }
  for (int k = 1; k < threads; k++)
    upcr_await_report(call, upcr_after(threads - k));
}
