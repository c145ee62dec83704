/* SPDX-License-Identifier: Apache-2.0 */
/* Broadcast down a tree, a fragment at a time: each thread copies from its parent, or writes to its
 * children. */
#include "../register.h"
#include "../copies.h"
#include "../tree.h"

/* Where a thread's children read: the source, or a part that has been filled. */
static upcr_pts_t data_of(const struct upcr_call *call, int thread) {
  return thread == call->root ? call->src : upcr_part(call->dst, thread, 0);
}

static void copy(const struct upcr_call *call, const struct upcr_node *node, struct upcr_cut cut,
                 size_t i) {
  size_t length, at = upcr_fragment(cut, call->nbytes, i, &length);
  if (node->parent >= 0) {
    upcr_wait_signal(call, node->parent);
    upcr_move(upcr_part(call->dst, upcr_self.mythread, at), data_of(call, node->parent) + at,
              length);
  }
  for (int c = 0; c < node->count; c++)
    upcr_signal(call, node->child[c]);
}

/* A fragment's signal says that the parent has entered, and has it. */
void upcr_broadcast_pull_tree(const struct upcr_call *call,
                              const struct upcr_algorithm *algorithm) {
  const struct upcr_node *node = upcr_tree_node(algorithm, call->root);
  size_t fragments = upcr_fragment_count(algorithm->cut, call->nbytes);
  for (size_t i = 0; i < fragments; i++)
    copy(call, node, algorithm->cut, i);
  if (node->parent < 0)
    upcr_move(upcr_part(call->dst, call->root, 0), call->src, call->nbytes);
  else
    upcr_report(call, node->parent);
  for (int c = 0; c < node->count; c++)
    upcr_await_report(call, node->child[c]);
}

static void pass_on(const struct upcr_call *call, int child, upcr_pts_t from, size_t at,
                    size_t length) {
  upcr_move(upcr_part(call->dst, child, at), from + at, length);
  upcr_signal(call, child);
}

/* A fragment's signal says that it is there; the last one, that the parent is done. */
void upcr_broadcast_push_tree(const struct upcr_call *call,
                              const struct upcr_algorithm *algorithm) {
  const struct upcr_node *node = upcr_tree_node(algorithm, call->root);
  upcr_pts_t own = upcr_part(call->dst, upcr_self.mythread, 0),
             from = node->parent < 0 ? call->src : own;
  size_t fragments = upcr_fragment_count(algorithm->cut, call->nbytes);
  if (node->parent >= 0)
    upcr_allow(call, node->parent);
  for (int c = 0; c < node->count; c++)
    upcr_await_allowed(call, node->child[c]);
  for (size_t i = 0; i < fragments; i++) {
    size_t length, at = upcr_fragment(algorithm->cut, call->nbytes, i, &length);
    if (node->parent >= 0)
      upcr_wait_signal(call, node->parent);
    for (int c = 0; c < node->count; c++)
      pass_on(call, node->child[c], from, at, length);
  }
  upcr_move(own, from, call->nbytes);
}
