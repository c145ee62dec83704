/* Gather to all by recursive doubling: before step i a thread has the blocks of the 2^i threads whose numbers differ from its
 * own in the last i bits only; it reads as many from the partner whose number differs in bit i. */
#include "../algorithms.h"
#include "../edge.h"
#include "../patterns/schedule.h"

void upcr_gather_all_doubling(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread, steps = upcr_doubling_of(upcr_self.threads).steps;
  (void)algorithm;
  upcr_move(upcr_part(call->dst, me, (size_t)me * call->nbytes), upcr_part(call->src, me, 0), call->nbytes);
  for (int step = 0; step < steps; step++) {
    int partner = upcr_doubling_partner(me, step);
    size_t at = (size_t)(partner >> step << step) * call->nbytes;
    upcr_signal(call, partner);
    upcr_wait_signal(call, partner);
    upcr_move(upcr_part(call->dst, me, at), upcr_part(call->dst, partner, at), call->nbytes << step);
  }
  for (int step = 0; step < steps; step++)
    upcr_report(call, upcr_doubling_partner(me, step));
  for (int step = 0; step < steps; step++)
    upcr_await_report(call, upcr_doubling_partner(me, step));
}
