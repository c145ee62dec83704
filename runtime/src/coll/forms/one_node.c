/* SPDX-License-Identifier: Apache-2.0 */
/* Forms of one node in which all threads meet twice, or once (meet.c), and work on all data in
 * place:
 * - direct: between two synchronisations of all threads each folds what it needs;
 * - served: one of two threads does the work of both while the other waits;
 * - last: the last thread to enter does the work of all. */
#include "../register.h"
#include "../await.h"
#include "../geometry.h"
#include "../reduce/elements.h"

static void copy_all(const struct upcr_call *call) {
  struct upcr_geometry g = upcr_geometry_of(call->which);
  int threads = upcr_self.threads, root = call->root;
  for (int from = g.from_root ? root : 0; from < (g.from_root ? root + 1 : threads); from++)
    for (int to = g.to_root ? root : 0; to < (g.to_root ? root + 1 : threads); to++)
      upcr_move_block(call, from, to);
}

static void permute_all(const struct upcr_call *call) {
  for (int from = 0; from < upcr_self.threads; from++)
    upcr_move(upcr_part(call->dst, upcr_permutation_target(call, from), 0),
              upcr_part(call->src, from, 0), call->nbytes);
}

static void fold_all(const struct upcr_call *call) {
  struct upcr_partial all;
  upcr_fold_all(call->reduction, &all);
  upcr_store_result(call, &all);
}

static void scan_all(const struct upcr_call *call) {
  struct upcr_partial carry = {.any = false};
  upcr_scan_range(call->reduction, (struct upcr_range){0, call->reduction->nelems}, &carry);
}

static void fold_for_all(const struct upcr_call *call) {
  upcr_fold_vectors(call, 0, call->nbytes, call->dst);
  for (int t = 1; t < upcr_self.threads; t++)
    upcr_move(upcr_part(call->dst, t, 0), call->dst, call->nbytes);
}

/* Slices, thread 0's first: in place its result is no operand of another slice. */
static void fold_all_vectors(const struct upcr_call *call) {
  struct upcr_geometry g = upcr_geometry_of(call->which);
  if (g.to_root)
    return upcr_fold_vectors(call, 0, call->nbytes, call->dst);
  if (!g.src_by_taker)
    return fold_for_all(call);
  for (int t = 0; t < upcr_self.threads; t++)
    upcr_fold_vectors(call, (size_t)t * call->nbytes, call->nbytes, upcr_part(call->dst, t, 0));
}

static void serve_all(const struct upcr_call *call) {
  switch (call->which) {
  case UPCR_ALL_PERMUTE:
    return permute_all(call);
  case UPCR_ALL_REDUCE:
    return fold_all(call);
  case UPCR_ALL_PREFIX_REDUCE:
    return scan_all(call);
  default:
    return upcr_geometry_of(call->which).folds ? fold_all_vectors(call) : copy_all(call);
  }
}

static void serve(void *call) { serve_all(call); }

/* One barrier instead of two: it orders all threads' accesses before the call before the work, and
 * the work before their accesses after the call. That satisfies any synchronisation mode. */
void upcr_last(const struct upcr_call *call) {
  upcr_pay_wakes();
  upcr_collective_barrier_serving(call->function, call->tag,
                                  &(struct upcr_barrier_work){serve, (void *)call});
}

void upcr_served(const struct upcr_call *call) {
  if (!upcr_pair_serves(call))
    return;
  serve_all(call);
  upcr_pair_done(call);
}

void upcr_direct_fold(const struct upcr_call *call) {
  if (upcr_self.mythread == call->root)
    fold_all(call);
}

/* Every thread folds the elements before its range, and scans its own. */
void upcr_direct_scan(const struct upcr_call *call) {
  const struct upcr_reduction *r = call->reduction;
  struct upcr_range own = upcr_range_of_rank(r, upcr_rank_of(r, upcr_self.mythread));
  struct upcr_range before = {0, own.first};
  struct upcr_partial carry;
  upcr_fold_range(r, before, &carry);
  upcr_scan_range(r, own, &carry);
}

/* Every thread folds the vectors of all in the same order, so all get the same result. In place,
 * thread 0 alone does it for all, because others might still read a vector that one thread
 * overwrites. */
void upcr_direct_vectors(const struct upcr_call *call) {
  if (call->dst != call->src)
    upcr_fold_vectors(call, 0, call->nbytes, upcr_part(call->dst, upcr_self.mythread, 0));
  else if (upcr_self.mythread == 0)
    fold_for_all(call);
}

/* From both ends of each block of a gather: its thread writes the beginning to where it belongs,
 * the root reads the rest, so that both processors move data at once. */

static size_t read_by_root(size_t n) {
  size_t share = n <= UPCR_EVEN_MOST ? n / 2 : n / 4;
  return share / (size_t)(upcr_self.threads - 1) / UPCR_CACHE_LINE * UPCR_CACHE_LINE;
}

void upcr_gather_push_pull(const struct upcr_call *call) {
  int me = upcr_self.mythread, root = call->root;
  size_t rest = upcr_self.threads > 1 ? read_by_root(call->nbytes) : 0, at = call->nbytes - rest;
  struct upcr_block own = upcr_block_between(call, me, root);
  upcr_move(own.dst, own.src, me == root ? call->nbytes : at);
  for (int k = 1; me == root && k < upcr_self.threads; k++) {
    struct upcr_block block = upcr_block_between(call, upcr_after(k), root);
    upcr_move(block.dst + at, block.src + at, rest);
  }
}
