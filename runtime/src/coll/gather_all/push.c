/* Gather to all by partners: in each step pairs of threads write their blocks to each other. */
#include "../algorithms.h"
#include "../edge.h"
#include "../patterns/schedule.h"

void upcr_gather_all_push(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread, threads = upcr_self.threads;
  (void)algorithm;
  for (int step = 0; step < threads; step++)
    upcr_allow(call, upcr_partner(me, threads, step));
  for (int step = 0; step < threads; step++) {
    int to = upcr_partner(me, threads, step);
    upcr_await_allowed(call, to);
    upcr_move(upcr_part(call->dst, to, (size_t)me * call->nbytes), upcr_part(call->src, me, 0), call->nbytes);
    upcr_report(call, to);
  }
  for (int step = 0; step < threads; step++)
    upcr_await_report(call, upcr_partner(me, threads, step));
}
