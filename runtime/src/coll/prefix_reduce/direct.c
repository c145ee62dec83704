/* Prefix reduce between two synchronisations of all threads: every thread folds the elements before its range where they lie, of
 * which it has fetched the first while it waited, and scans its own. */
#include "../algorithms.h"
#include "../reduce/plan.h"
#include "../words.h"

void upcr_prefix_direct(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_reduction *r = call->reduction;
  struct upcr_range own = upcr_range_of_rank(r, upcr_rank_of(r, upcr_self.mythread));
  struct upcr_partial carry;
  struct upcr_plan before;
  (void)algorithm;
  upcr_plan_range(r, (struct upcr_range){0, own.first}, &before);
  upcr_direct_begin(call);
  upcr_plan_fold(r, &before, &carry);
  upcr_scan_range(r, own, &carry);
  upcr_direct_end(call);
}
