/* Reduce between two synchronisations of all threads, or of two threads by a word to and fro: the thread of dst folds all elements
 * where they lie. While it waits for the others it finds out where the first ones lie, and fetches them. */
#include "../algorithms.h"
#include "../edge.h"
#include "../pair.h"
#include "../words.h"
#include "plan.h"

static void store(const struct upcr_call *call, const struct upcr_plan *plan) {
  struct upcr_partial all;
  upcr_plan_fold(call->reduction, plan, &all);
  if (all.any)
    upcr_write(call->dst, all.value, call->reduction->type->size);
}

void upcr_reduce_direct(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_plan plan;
  bool is_root = upcr_self.mythread == call->root;
  (void)algorithm;
  if (is_root)
    upcr_plan_all(call->reduction, &plan);
  upcr_direct_begin(call);
  if (is_root)
    store(call, &plan);
  upcr_direct_end(call);
}

void upcr_reduce_served(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_plan plan;
  (void)algorithm;
  if (upcr_self.mythread == call->root)
    upcr_plan_all(call->reduction, &plan);
  if (!upcr_pair_serves(call))
    return;
  store(call, &plan);
  upcr_pair_done(call);
}
