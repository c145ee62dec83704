/* Prefix reduce by posts: every thread folds its range, reads the results of the ranges before it, and scans its own. */
#include <string.h>

#include "../algorithms.h"
#include "../post.h"
#include "../reduce/ordered.h"

void upcr_prefix_post(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_reduction *r = call->reduction;
  int me = upcr_rank_of(r, upcr_self.mythread);
  struct upcr_range range = upcr_range_of_rank(r, me);
  struct upcr_partial own, carry = {.any = false};
  (void)algorithm;
  upcr_post_sync_in(call);
  upcr_ranges_begin(call);
  upcr_fold_range(r, range, &own);
  memcpy(upcr_post_begin(call, sizeof own), &own, sizeof own);
  upcr_post_all(call);
  for (int rank = 0; rank < me; rank++)
    upcr_partial_append(r, &carry, upcr_post_read(call, upcr_thread_of_rank(r, rank), sizeof carry));
  upcr_scan_range(r, range, &carry);
  upcr_ranges_end(call);
  upcr_post_sync_out(call);
}
