/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of elements by posts of one result each, of those that a thread folds. */
#include <string.h>

#include "../../mem/job.h"
#include "../register.h"
#include "../await.h"
#include "../copies.h"
#include "../post.h"
#include "../reduce/elements.h"
#include "../constants.h"

static void post(const struct upcr_call *call, const struct upcr_partial *result) {
  memcpy(upcr_post_begin(call, sizeof *result), result, sizeof *result);
}

/* Every thread folds a part, the thread of dst folds the results. Operands that may change
 * places are folded where they lie; else each thread folds a part in order. */
static void collect(const struct upcr_call *call, const struct upcr_partial *own) {
  const struct upcr_reduction *r = call->reduction;
  struct upcr_partial all = {.any = false};
  for (int rank = 0; rank < upcr_self.threads; rank++) {
    int from = upcr_thread_of_rank(r, rank);
    upcr_partial_append(r, &all, from == call->root ? own : upcr_post_read(call, from, sizeof all));
  }
  if (all.any)
    upcr_write(call->dst, all.value, r->type->size);
}

void upcr_reduce_post(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_partial own;
  (void)algorithm;
  upcr_post_sync_in(call);
  upcr_ordered_begin(call);
  upcr_fold_part(call->reduction, &own);
  if (upcr_self.mythread == call->root)
    collect(call, &own);
  else {
    post(call, &own);
    upcr_post_to(call, call->root);
  }
  upcr_ordered_end(call);
  upcr_post_sync_out_of(call, call->root);
}

/* Every thread folds its range, reads the results of the ranges before it, and scans its own. */
void upcr_prefix_post(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_reduction *r = call->reduction;
  int me = upcr_rank_of(r, upcr_self.mythread);
  struct upcr_range range = upcr_range_of_rank(r, me);
  struct upcr_partial own, carry = {.any = false};
  (void)algorithm;
  upcr_post_sync_in(call);
  upcr_ranges_begin(call);
  upcr_fold_range(r, range, &own);
  post(call, &own);
  upcr_post_all(call);
  for (int rank = 0; rank < me; rank++)
    upcr_partial_append(r, &carry,
                        upcr_post_read(call, upcr_thread_of_rank(r, rank), sizeof carry));
  upcr_scan_range(r, range, &carry);
  upcr_ranges_end(call);
  upcr_post_sync_out(call);
}

/* A chain of posts: every thread reads the result over all ranges before its own from the thread
 * before, and posts the one over its own too. Each post has one reader, and a thread may be ahead
 * of those after it by as many calls as it has posts.
 *
 * A thread folds its range before it waits, so that its own post follows the other's at once. Where
 * threads share processors, one that need not wait, since it is the first of all or the other is
 * ahead, scans instead and posts what it ends with: it goes through its elements once, and the next
 * thread has to wait for a processor in any case. The two group the operations differently, so both
 * are in use only where no result depends on that. */

static bool scans_at_once(const struct upcr_call *call, int rank) {
  const struct upcr_reduction *r = call->reduction;
  if (rank + 1 == upcr_self.threads)
    return true;
  return upcr_job->config.oversubscribed && upcr_is_exact(r) &&
         (rank == 0 || upcr_post_is_there(call, upcr_thread_of_rank(r, rank - 1)));
}

static void hand_on(const struct upcr_call *call, const struct upcr_partial *all, int rank) {
  post(call, all);
  upcr_post_to(call, upcr_thread_of_rank(call->reduction, rank + 1));
}

static struct upcr_partial carry_of(const struct upcr_call *call, int rank) {
  struct upcr_partial carry = {.any = false};
  if (rank > 0)
    memcpy(&carry,
           upcr_post_read(call, upcr_thread_of_rank(call->reduction, rank - 1), sizeof carry),
           sizeof carry);
  return carry;
}

static void scan_then_post(const struct upcr_call *call, int rank, struct upcr_range range) {
  struct upcr_partial all = carry_of(call, rank);
  upcr_scan_range(call->reduction, range, &all);
  if (rank + 1 < upcr_self.threads)
    hand_on(call, &all, rank);
}

static void post_then_scan(const struct upcr_call *call, int rank, struct upcr_range range) {
  const struct upcr_reduction *r = call->reduction;
  struct upcr_partial own, carry, all;
  upcr_fold_range(r, range, &own);
  carry = all = carry_of(call, rank);
  upcr_partial_append(r, &all, &own);
  hand_on(call, &all, rank);
  if ((range.end - range.first) * r->type->size > UPCR_PROMPTLY)
    upcr_pay_wakes();
  upcr_scan_range(r, range, &carry);
}

void upcr_prefix_post_chain(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_reduction *r = call->reduction;
  int rank = upcr_rank_of(r, upcr_self.mythread);
  struct upcr_range range = upcr_range_of_rank(r, rank);
  (void)algorithm;
  upcr_post_sync_in(call);
  upcr_ranges_begin(call);
  if (scans_at_once(call, rank))
    scan_then_post(call, rank, range);
  else
    post_then_scan(call, rank, range);
  upcr_ranges_end(call);
  upcr_post_sync_out(call);
}
