/* Prefix reduce of two threads of which one scans all elements. */
#include "../algorithms.h"
#include "../edge.h"
#include "../pair.h"
#include "../reduce/plan.h"

/* The first runs of src and dst are fetched where they are the other's. */
static void expect(const struct upcr_reduction *r) {
  struct upcr_range all = {0, r->nelems};
  struct upcr_runs from = upcr_runs_of(r, r->src, all), to = upcr_runs_of(r, r->dst, all);
  for (int i = 0; i < UPCR_PLANNED && from.length > 0; i++) {
    if ((int)upcr_thread(from.at) != upcr_self.mythread) {
      upcr_expect(from.at, from.length * from.element);
      upcr_expect_to_write(to.at, to.length * to.element);
    }
    upcr_runs_advance(&from, from.length);
    upcr_runs_advance(&to, to.length);
  }
}

void upcr_prefix_served(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_reduction *r = call->reduction;
  struct upcr_partial carry = {.any = false};
  (void)algorithm;
  if (upcr_self.mythread == call->root)
    expect(r);
  if (!upcr_pair_serves(call))
    return;
  upcr_scan_range(r, (struct upcr_range){0, r->nelems}, &carry);
  upcr_pair_done(call);
}
