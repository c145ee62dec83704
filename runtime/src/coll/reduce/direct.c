/* Reduce between two synchronisations of all threads: the thread of dst folds all elements where they lie, in their order. While it
 * waits for the others it finds out where the first ones lie, and fetches them. */
#include "../algorithms.h"
#include "../edge.h"
#include "../words.h"
#include "reduction.h"

enum { PLANNED = 8 /* runs of elements */ };

struct plan {
  struct {
    upcr_pts_t at;
    size_t length;
  } run[PLANNED];
  int runs;
  size_t end; /* the first element that is in none of them */
};

static void make_plan(const struct upcr_reduction *r, struct plan *plan) {
  plan->runs = 0;
  plan->end = 0;
  while (plan->end < r->nelems && plan->runs < PLANNED) {
    size_t n;
    upcr_pts_t at = upcr_run(r, r->src, plan->end, r->nelems, &n);
    plan->run[plan->runs].at = at;
    plan->run[plan->runs++].length = n;
    plan->end += n;
    if ((int)upcr_thread(at) != upcr_self.mythread)
      upcr_expect(at, n * r->type->size);
  }
}

static void fold(const struct upcr_call *call, const struct plan *plan) {
  const struct upcr_reduction *r = call->reduction;
  struct upcr_partial all = {.any = false};
  for (int i = 0; i < plan->runs; i++)
    upcr_fold_run(r, plan->run[i].at, plan->run[i].length, &all);
  for (size_t i = plan->end, n; i < r->nelems; i += n) {
    upcr_pts_t at = upcr_run(r, r->src, i, r->nelems, &n);
    upcr_fold_run(r, at, n, &all);
  }
  if (all.any)
    upcr_putb(call->dst, all.value, r->type->size);
}

void upcr_reduce_direct(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct plan plan;
  bool is_root = upcr_self.mythread == call->root;
  (void)algorithm;
  if (is_root)
    make_plan(call->reduction, &plan);
  upcr_direct_begin(call);
  if (is_root)
    fold(call, &plan);
  upcr_direct_end(call);
}
