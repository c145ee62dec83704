/* Exchange by partners: in each step the threads are in pairs, and write to each other. A pair begins together, so that no
 * thread is written to by more than one. */
#include "../algorithms.h"
#include "../edge.h"
#include "../patterns/schedule.h"

void upcr_exchange_pairwise(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread, threads = upcr_self.threads;
  size_t n = call->nbytes;
  (void)algorithm;
  for (int step = 0; step < threads; step++) {
    int partner = upcr_partner(me, threads, step);
    if (partner != me) {
      upcr_signal(call, partner);
      upcr_wait_signal(call, partner);
    }
    upcr_move(upcr_part(call->dst, partner, (size_t)me * n), upcr_part(call->src, me, (size_t)partner * n), n);
  }
  for (int step = 0; step < threads; step++)
    upcr_report(call, upcr_partner(me, threads, step));
  for (int step = 0; step < threads; step++)
    upcr_await_report(call, upcr_partner(me, threads, step));
}
