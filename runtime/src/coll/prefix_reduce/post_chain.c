/* Prefix reduce by a chain of posts: every thread folds its range, reads the result over all ranges before it from the thread before, and posts
 * the one over its own too. Each post has one reader, and a thread may be ahead of those after it by as many calls as it has posts. */
#include "../algorithms.h"
#include "../post.h"
#include "../reduce/ordered.h"

static void hand_on(const struct upcr_call *call, const struct upcr_partial *carry, const struct upcr_partial *own,
                    int next) {
  struct upcr_partial all = *carry;
  upcr_partial_append(call->reduction, &all, own);
  memcpy(upcr_post_begin(call, sizeof all), &all, sizeof all);
  upcr_post_to(call, next);
}

void upcr_prefix_post_chain(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_reduction *r = call->reduction;
  int me = upcr_rank_of(r, upcr_self.mythread);
  struct upcr_range range = upcr_range_of_rank(r, me);
  struct upcr_partial own, carry = {.any = false};
  (void)algorithm;
  upcr_post_sync_in(call);
  upcr_ranges_begin(call);
  if (me + 1 < upcr_self.threads)
    upcr_fold_range(r, range, &own);
  if (me > 0)
    memcpy(&carry, upcr_post_read(call, upcr_thread_of_rank(r, me - 1), sizeof carry), sizeof carry);
  if (me + 1 < upcr_self.threads)
    hand_on(call, &carry, &own, upcr_thread_of_rank(r, me + 1));
  upcr_scan_range(r, range, &carry);
  upcr_ranges_end(call);
  upcr_post_sync_out(call);
}
