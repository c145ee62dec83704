/* Gather to all by Bruck's concatenation: in step i a thread has the blocks of the min(2^i, THREADS) threads from its own on,
 * and reads those that follow from the thread 2^i after it. Blocks lie where they belong, so nothing is turned at the end. */
#include "../algorithms.h"
#include "../edge.h"
#include "../patterns/schedule.h"
#include "../patterns/tree.h"

/* Blocks `first` on, around the end, from a thread's destination to the caller's. */
static void copy(const struct upcr_call *call, int from, int first, int count) {
  int threads = upcr_self.threads, before_end = count < threads - first ? count : threads - first;
  size_t at = (size_t)first * call->nbytes;
  upcr_move(upcr_part(call->dst, upcr_self.mythread, at), upcr_part(call->dst, from, at),
            (size_t)before_end * call->nbytes);
  upcr_move(upcr_part(call->dst, upcr_self.mythread, 0), upcr_part(call->dst, from, 0),
            (size_t)(count - before_end) * call->nbytes);
}

/* Step i's signal to a thread comes from the one that it reads, and says that the blocks of step i are there. */
void upcr_gather_all_bruck(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread, threads = upcr_self.threads, steps = upcr_ceil_log(threads, 2);
  (void)algorithm;
  upcr_move(upcr_part(call->dst, me, (size_t)me * call->nbytes), upcr_part(call->src, me, 0), call->nbytes);
  for (int step = 0; step < steps; step++) {
    int from = upcr_dissemination_to(me, threads, step);
    upcr_signal(call, upcr_dissemination_from(me, threads, step));
    upcr_wait_signal(call, from);
    copy(call, from, from, upcr_bruck_blocks(threads, step));
  }
  for (int step = 0; step < steps; step++)
    upcr_report(call, upcr_dissemination_to(me, threads, step));
  for (int step = 0; step < steps; step++)
    upcr_await_report(call, upcr_dissemination_from(me, threads, step));
}
