#include "plan.h"

#include "../edge.h"

void upcr_plan_make(const struct upcr_reduction *r, struct upcr_range range, struct upcr_plan *plan) {
  plan->runs = 0;
  plan->rest = range;
  while (plan->rest.first < range.end && plan->runs < UPCR_PLANNED) {
    size_t n;
    upcr_pts_t at = upcr_run(r, r->src, plan->rest.first, range.end, &n);
    plan->run[plan->runs].at = at;
    plan->run[plan->runs++].length = n;
    plan->rest.first += n;
    if ((int)upcr_thread(at) != upcr_self.mythread)
      upcr_expect(at, n * r->type->size);
  }
}

void upcr_plan_fold(const struct upcr_reduction *r, const struct upcr_plan *plan, struct upcr_partial *result) {
  result->any = false;
  for (int i = 0; i < plan->runs; i++)
    upcr_fold_run(r, plan->run[i].at, plan->run[i].length, result);
  for (size_t i = plan->rest.first, n; i < plan->rest.end; i += n) {
    upcr_pts_t at = upcr_run(r, r->src, i, plan->rest.end, &n);
    upcr_fold_run(r, at, n, result);
  }
}
