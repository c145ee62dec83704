/* Prefix reduce by doubling: before step i a thread has the result over its own range and the 2^i - 1 before it; it gives
 * that to the thread 2^i after it, and puts what it gets before its own. Ranges are a thread's own blocks where they can be, or equal
 * shares of the elements wherever these lie. */
#include "../algorithms.h"
#include "../channel.h"
#include "../reduce/ordered.h"

static void prepend(const struct upcr_reduction *r, struct upcr_partial *to, const struct upcr_partial *before) {
  struct upcr_partial sum = *before;
  upcr_partial_append(r, &sum, to);
  *to = sum;
}

static void run(const struct upcr_call *call, int me, struct upcr_range range) {
  const struct upcr_reduction *r = call->reduction;
  int threads = upcr_self.threads;
  struct upcr_partial sum, carry = {.any = false}, other;
  upcr_fold_range(r, range, &sum);
  for (int away = 1; away < threads; away *= 2) {
    if (me + away < threads)
      upcr_send_letter(call, upcr_thread_of_rank(r, me + away), &sum, sizeof sum);
    if (me < away)
      continue;
    upcr_take_letter(call, upcr_thread_of_rank(r, me - away), &other, sizeof other);
    prepend(r, &carry, &other);
    prepend(r, &sum, &other);
  }
  upcr_scan_range(r, range, &carry);
}

void upcr_prefix_doubling(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_reduction *r = call->reduction;
  int me = upcr_rank_of(r, upcr_self.mythread);
  (void)algorithm;
  upcr_ranges_begin(call);
  run(call, me, upcr_range_of_rank(r, me));
  upcr_ranges_end(call);
}

void upcr_prefix_slices(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_reduction *r = call->reduction;
  int me = upcr_rank_of(r, upcr_self.mythread);
  (void)algorithm;
  upcr_shares_begin(call);
  run(call, me, upcr_share_of(r, me));
  upcr_shares_end(call);
}
