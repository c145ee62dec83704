/* Reduce and prefix reduce as a loop of one thread over all elements, a shared access for each: what other algorithms are
 * measured against. */
#include "../../core/remote.h"
#include "../algorithms.h"
#include "reduction.h"
#include "worker.h"

/* all = all op element i */
static void append_element(const struct upcr_reduction *r, struct upcr_partial *all, size_t i) {
  struct upcr_partial one = {.any = true};
  upcr_getb(one.value, upcr_element_of(r, r->src, i), r->type->size);
  upcr_partial_append(r, all, &one);
}

void upcr_reduce_naive(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_reduction *r = call->reduction;
  struct upcr_partial all = {.any = false};
  (void)algorithm;
  if (upcr_work_begins(call, call->root)) {
    for (size_t i = 0; i < r->nelems; i++)
      append_element(r, &all, i);
    if (all.any)
      upcr_write(call->dst, all.value, r->type->size);
  }
  upcr_work_ends(call, call->root);
}

void upcr_prefix_naive(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_reduction *r = call->reduction;
  int worker = upcr_thread_of_rank(r, 0);
  struct upcr_partial all = {.any = false};
  (void)algorithm;
  if (upcr_work_begins(call, worker))
    for (size_t i = 0; i < r->nelems; i++) {
      append_element(r, &all, i);
      upcr_write(upcr_element_of(r, r->dst, i), all.value, r->type->size);
    }
  upcr_work_ends(call, worker);
}
