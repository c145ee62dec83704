/* Prefix reduce along a chain: every thread folds its range, appends it to what it is handed, and hands that on. */
#include "../algorithms.h"
#include "../channel.h"
#include "../reduce/ordered.h"

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
