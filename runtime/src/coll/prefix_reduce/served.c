/* Prefix reduce of two threads of which one scans all elements. */
#include "../algorithms.h"
#include "../pair.h"
#include "../reduce/plan.h"

/* The first runs of src and dst lie alike if their phases are: then those of dst that are the other's are fetched too. */
static void expect(const struct upcr_reduction *r) {
  struct upcr_range all = {0, r->nelems};
  struct upcr_plan plan;
  upcr_plan_make(r, all, &plan);
  for (size_t i = 0, n; i < r->nelems && i < UPCR_PLANNED; i += n) {
    upcr_pts_t to = upcr_run(r, r->dst, i, r->nelems, &n);
    if ((int)upcr_thread(to) != upcr_self.mythread)
      upcr_expect_to_write(to, n * r->type->size);
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
