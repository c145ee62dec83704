/* SPDX-License-Identifier: Apache-2.0 */
/* Reduce: each thread folds a part, and the thread of dst, or a tree, the results. */
#include <string.h>

#include "../copies.h"
#include "../post.h"
#include "../reduce/elements.h"
#include "../topology.h"

/* By posts: the thread of dst folds the results of all, in the order of ranks. */
static void fold_posts(const struct upcr_call *call, const struct upcr_partial *own) {
  const struct upcr_reduction *r = call->reduction;
  struct upcr_partial all = {.any = false};
  for (int rank = 0; rank < upcr_self.threads; rank++) {
    int from = upcr_thread_of_rank(r, rank);
    upcr_partial_append(r, &all, from == call->root ? own : upcr_post_read(call, from, sizeof all));
  }
  upcr_store_result(call, &all);
}

void upcr_reduce_post(const struct upcr_call *call) {
  struct upcr_partial own;
  upcr_post_sync_in(call, -1);
  upcr_fold_part(call->reduction, &own);
  if (upcr_self.mythread == call->root)
    fold_posts(call, &own);
  else {
    memcpy(upcr_post_begin(call, sizeof own), &own, sizeof own);
    upcr_post_to(call, call->root);
  }
  upcr_post_sync_out_of(call, call->root);
}

/* Up a tree: each thread folds a part, and the results of its children, which come in letters
 * (push), or which it reads in place (pull). Threads without elements give no result, so no neutral
 * element is needed.
 *
 * Where operands may not change places the tree is the binomial one over ranks, in which a branch
 * is a range of ranks; its root has rank 0, and writes dst. */

/* Branches in order are those of the lowest ranks first: the shallowest, which are the last
 * children. dst's thread knows that it is written when MYSYNC asks for it. */
static void climb(const struct upcr_call *call, bool pulls) {
  const struct upcr_reduction *r = call->reduction;
  bool may_swap = upcr_is_commutative(r);
  int me = upcr_self.mythread, root = call->root, top = may_swap ? root : upcr_thread_of_rank(r, 0);
  const struct upcr_node *node =
      upcr_tree_node(may_swap ? call->algorithm : &upcr_binomial_by_number, top);
  struct upcr_partial all, branch;
  if (me == root)
    upcr_allow(call, top);
  if (me == top)
    upcr_await_allowed(call, root);
  upcr_fold_part(r, &all);
  for (int c = node->count - 1; c >= 0; c--) {
    (pulls ? upcr_fetch_offer : upcr_take_letter)(call, node->child[c], &branch, sizeof branch);
    upcr_partial_append(r, &all, &branch);
  }
  if (me != top)
    (pulls ? upcr_offer : upcr_send_letter)(call, node->parent, &all, sizeof all);
  else {
    upcr_store_result(call, &all);
    upcr_report(call, root);
  }
  if (me == root)
    upcr_await_report(call, top);
}

void upcr_reduce_push_tree(const struct upcr_call *call) { climb(call, false); }
void upcr_reduce_pull_tree(const struct upcr_call *call) { climb(call, true); }
