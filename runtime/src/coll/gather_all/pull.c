/* Gather to all, flat: every thread reads all blocks. */
#include "../algorithms.h"
#include "../edge.h"

void upcr_gather_all_pull(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread, threads = upcr_self.threads;
  (void)algorithm;
  for (int k = 1; k < threads; k++)
    upcr_allow(call, upcr_after(threads - k));
  for (int k = 0; k < threads; k++) {
    int from = upcr_after(k);
    upcr_await_allowed(call, from);
    upcr_move(upcr_part(call->dst, me, (size_t)from * call->nbytes), upcr_part(call->src, from, 0), call->nbytes);
    upcr_report(call, from);
  }
  for (int k = 1; k < threads; k++)
    upcr_await_report(call, upcr_after(threads - k));
}
