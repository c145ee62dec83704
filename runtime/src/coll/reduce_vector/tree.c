/* Reduce vectors up a tree, a fragment at a time: each thread combines what its children have with its own vector, the root in dst,
 * others in buffers, leaves where it lies. A thread tells its parent where, with the first fragment, and returns when the parent has read
 * all: then its buffer is free for the next call. */
#include <stdlib.h>

#include "../../base/log.h"
#include "../algorithms.h"
#include "../buffer.h"
#include "../edge.h"
#include "../reduce/vector.h"
#include "../tree.h"

struct tree {
  const struct upcr_call *call;
  const struct upcr_node *node;
  struct upcr_cut cut;
  upcr_pts_t own;
  upcr_pts_t *child; /* where each child has its result */
};

static bool is_leaf(const struct upcr_node *node) { return node->count == 0 && node->parent >= 0; }

static upcr_pts_t own_of(const struct upcr_call *call, const struct upcr_node *node) {
  upcr_pts_t src = upcr_part(call->src, upcr_self.mythread, 0), own = node->parent < 0 ? call->dst : upcr_buffer();
  if (is_leaf(node))
    return src;
  upcr_move(own, src, call->nbytes);
  return own;
}

static void await_child(const struct tree *t, int c, size_t fragment) {
  if (fragment == 0)
    upcr_take_letter(t->call, t->node->child[c], &t->child[c], sizeof t->child[c]);
  else
    upcr_wait_signal(t->call, t->node->child[c]);
}

static void go_up(const struct tree *t, size_t i) {
  size_t n, at = upcr_fragment(t->cut, t->call->nbytes, i, &n);
  for (int c = t->node->count - 1; c >= 0; c--) {
    await_child(t, c, i);
    upcr_combine_vectors(t->call, t->own + at, t->own + at, t->child[c] + at, n);
  }
  if (t->node->parent < 0)
    return;
  if (i == 0)
    upcr_send_letter(t->call, t->node->parent, &t->own, sizeof t->own);
  else
    upcr_signal(t->call, t->node->parent);
}

size_t upcr_room_for_vector(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_node *node = upcr_tree_node(algorithm, call->root);
  return node->parent < 0 || is_leaf(node) ? 0 : call->nbytes;
}

void upcr_reduce_vector_tree(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct tree t = {call, upcr_tree_node(algorithm, call->root), algorithm->cut, 0, 0};
  size_t fragments = upcr_fragment_count(algorithm->cut, call->nbytes);
  t.own = own_of(call, t.node);
  t.child = malloc((size_t)t.node->count * sizeof *t.child + 1);
  if (!t.child)
    upcr_fatal("no memory for %d branches of a tree", t.node->count);
  for (size_t i = 0; i < fragments; i++)
    go_up(&t, i);
  for (int c = 0; c < t.node->count; c++)
    upcr_signal(call, t.node->child[c]);
  if (t.node->parent >= 0)
    upcr_wait_signal(call, t.node->parent);
  free(t.child);
  upcr_buffer_done(algorithm);
}
