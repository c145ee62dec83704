/* Broadcast down a tree: each thread writes to its children, a fragment at a time. */
#include "../algorithms.h"
#include "../edge.h"
#include "../tree.h"

static void pass_on(const struct upcr_call *call, int child, upcr_pts_t from, size_t at, size_t length) {
  upcr_move(upcr_part(call->dst, child, at), from + at, length);
  upcr_signal(call, child);
}

/* A fragment's signal says that it is there; the last one, that the parent is done. */
void upcr_broadcast_push_tree(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_node *node = upcr_tree_node(algorithm, call->root);
  upcr_pts_t own = upcr_part(call->dst, upcr_self.mythread, 0), from = node->parent < 0 ? call->src : own;
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
