/* SPDX-License-Identifier: Apache-2.0 */
/* Prefix reduce by letters: every thread folds its range, and scans it with the result over all
 * ranges before. */
#include "../register.h"
#include "../channel.h"
#include "../reduce/elements.h"

/* Along a chain a thread appends its result to what it is handed, and hands that on. */
void upcr_prefix_chain(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_reduction *r = call->reduction;
  int me = upcr_rank_of(r, upcr_self.mythread), last = upcr_self.threads - 1;
  struct upcr_range range = upcr_range_of_rank(r, me);
  struct upcr_partial own, carry = {.any = false}, next;
  (void)algorithm;
  upcr_ranges_begin(call);
  upcr_fold_range(r, range, &own);
  if (me > 0)
    upcr_take_letter(call, upcr_thread_of_rank(r, me - 1), &carry, sizeof carry);
  next = carry;
  upcr_partial_append(r, &next, &own);
  if (me < last)
    upcr_send_letter(call, upcr_thread_of_rank(r, me + 1), &next, sizeof next);
  upcr_scan_range(r, range, &carry);
  upcr_ranges_end(call);
}

/* By doubling: before step i a thread has the result over its own range and the 2^i - 1 before
 * it; it gives that to the thread 2^i after it, and puts what it gets before its own. Ranges are
 * a thread's own blocks where they can be, or equal shares of the elements wherever these lie. */

static void double_ranges(const struct upcr_call *call, int me, struct upcr_range range) {
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
    upcr_partial_prepend(r, &carry, &other);
    upcr_partial_prepend(r, &sum, &other);
  }
  upcr_scan_range(r, range, &carry);
}

void upcr_prefix_doubling(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_reduction *r = call->reduction;
  int me = upcr_rank_of(r, upcr_self.mythread);
  (void)algorithm;
  upcr_ranges_begin(call);
  double_ranges(call, me, upcr_range_of_rank(r, me));
  upcr_ranges_end(call);
}

void upcr_prefix_slices(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_reduction *r = call->reduction;
  int me = upcr_rank_of(r, upcr_self.mythread);
  (void)algorithm;
  upcr_shares_begin(call);
  double_ranges(call, me, upcr_share_of(r, me));
  upcr_shares_end(call);
}
