/* Gather to all by a ring: in each of THREADS - 1 steps a thread reads, from the thread before it, the block that came there
 * last. */
#include "../algorithms.h"
#include "../edge.h"
#include "../patterns/schedule.h"

void upcr_gather_all_ring(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread, threads = upcr_self.threads;
  int next = upcr_ring_next(me, threads), previous = upcr_ring_previous(me, threads);
  (void)algorithm;
  upcr_move(upcr_part(call->dst, me, (size_t)me * call->nbytes), upcr_part(call->src, me, 0), call->nbytes);
  for (int step = 1, block = previous; step < threads; step++, block = upcr_ring_previous(block, threads)) {
    upcr_signal(call, next);
    upcr_wait_signal(call, previous);
    upcr_move(upcr_part(call->dst, me, (size_t)block * call->nbytes),
              upcr_part(call->dst, previous, (size_t)block * call->nbytes), call->nbytes);
  }
  upcr_report(call, previous);
  upcr_await_report(call, next);
}
