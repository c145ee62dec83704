#include "plan.h"

#include "../edge.h"

static void append(const struct upcr_reduction *r, struct upcr_plan *plan, upcr_pts_t at, size_t length) {
  plan->run[plan->runs].at = at;
  plan->run[plan->runs++].length = length;
  if ((int)upcr_thread(at) != upcr_self.mythread)
    upcr_expect(at, length * r->type->size);
}

void upcr_plan_range(const struct upcr_reduction *r, struct upcr_range range, struct upcr_plan *plan) {
  plan->runs = 0;
  plan->rest_rank = upcr_self.threads;
  plan->rest = upcr_runs_of(r, r->src, range);
  while (plan->rest.length > 0 && plan->runs < UPCR_PLANNED) {
    append(r, plan, plan->rest.at, plan->rest.length);
    upcr_runs_advance(&plan->rest, plan->rest.length);
  }
}

static void plan_threads(const struct upcr_reduction *r, struct upcr_plan *plan) {
  int rank = 0;
  plan->runs = 0;
  plan->rest.length = 0;
  for (; rank < upcr_self.threads && plan->runs < UPCR_PLANNED; rank++) {
    struct upcr_own own = upcr_own_of_rank(r, rank);
    append(r, plan, own.at, own.length);
  }
  plan->rest_rank = rank;
}

void upcr_plan_all(const struct upcr_reduction *r, struct upcr_plan *plan) {
  if (upcr_is_commutative(r))
    plan_threads(r, plan);
  else
    upcr_plan_range(r, (struct upcr_range){0, r->nelems}, plan);
}

void upcr_plan_fold(const struct upcr_reduction *r, const struct upcr_plan *plan, struct upcr_partial *result) {
  result->any = false;
  for (int i = 0; i < plan->runs; i++)
    upcr_fold_run(r, plan->run[i].at, plan->run[i].length, result);
  for (struct upcr_runs run = plan->rest; run.length > 0; upcr_runs_advance(&run, run.length))
    upcr_fold_run(r, run.at, run.length, result);
  for (int rank = plan->rest_rank; rank < upcr_self.threads; rank++) {
    struct upcr_own own = upcr_own_of_rank(r, rank);
    upcr_fold_run(r, own.at, own.length, result);
  }
}
