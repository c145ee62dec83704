/* Gather to all by a ring, by number or by place: in each of THREADS - 1 steps a thread reads, from the thread before it, the block
 * that came there last. */
#include "../algorithms.h"
#include "../edge.h"
#include "../round.h"

void upcr_gather_all_ring(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_round round = upcr_round_of(algorithm);
  int me = upcr_self.mythread, next = upcr_round_thread(&round, 1), previous = upcr_round_thread(&round, -1);
  upcr_move(upcr_part(call->dst, me, (size_t)me * call->nbytes), upcr_part(call->src, me, 0), call->nbytes);
  for (int step = 1; step < upcr_self.threads; step++) {
    size_t at = (size_t)upcr_round_thread(&round, -step) * call->nbytes;
    upcr_signal(call, next);
    upcr_wait_signal(call, previous);
    upcr_move(upcr_part(call->dst, me, at), upcr_part(call->dst, previous, at), call->nbytes);
  }
  upcr_report(call, previous);
  upcr_await_report(call, next);
}
