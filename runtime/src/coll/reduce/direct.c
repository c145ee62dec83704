/* Reduce between two synchronisations of all threads: the thread of dst folds all elements where they lie, in their order. While it
 * waits for the others it finds out where the first ones lie, and fetches them. */
#include "../algorithms.h"
#include "../edge.h"
#include "../words.h"
#include "plan.h"

static void store(const struct upcr_call *call, const struct upcr_plan *plan) {
  struct upcr_partial all;
  upcr_plan_fold(call->reduction, plan, &all);
  if (all.any)
    upcr_putb(call->dst, all.value, call->reduction->type->size);
}

void upcr_reduce_direct(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_plan plan;
  bool is_root = upcr_self.mythread == call->root;
  (void)algorithm;
  if (is_root)
    upcr_plan_make(call->reduction, (struct upcr_range){0, call->reduction->nelems}, &plan);
  upcr_direct_begin(call);
  if (is_root)
    store(call, &plan);
  upcr_direct_end(call);
}
