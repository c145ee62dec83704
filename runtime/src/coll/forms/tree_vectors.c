/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of vectors over a tree, a fragment at a time: each thread combines what its
 * children have, where it lies, with its own vector. */
#include <stdlib.h>

#include "../../base/log.h"
#include "../register.h"
#include "../buffer.h"
#include "../copies.h"
#include "../reduce/vector.h"
#include "../topology.h"

struct tree {
  const struct upcr_call *call;
  const struct upcr_node *node;
  struct upcr_cut cut;
  upcr_pts_t own;    /* where the caller combines */
  upcr_pts_t *child; /* where each child has its result */
};

/* Reduce to all, up and down: all combine in dst, then copy the result from the parent. A
 * fragment goes down while later ones still come up: along a chain that keeps all links busy
 * with large vectors. */

static void signal_children(const struct tree *t) {
  for (int c = 0; c < t->node->count; c++)
    upcr_signal(t->call, t->node->child[c]);
}

/* The root has the result of the fragment then. */
static void come_up(const struct tree *t, size_t i) {
  size_t n, at = upcr_fragment(t->cut, t->call->nbytes, i, &n);
  for (int c = t->node->count - 1; c >= 0; c--) {
    upcr_wait_signal(t->call, t->node->child[c]);
    upcr_combine_vectors(t->call, t->own + at, t->own + at,
                         upcr_part(t->call->dst, t->node->child[c], at), n);
  }
  if (t->node->parent >= 0)
    upcr_signal(t->call, t->node->parent);
  else
    signal_children(t);
}

/* The parent's signal comes after it has read the caller's part, which may be overwritten. */
static void go_down(const struct tree *t, size_t i) {
  size_t n, at = upcr_fragment(t->cut, t->call->nbytes, i, &n);
  upcr_wait_signal(t->call, t->node->parent);
  upcr_move(t->own + at, upcr_part(t->call->dst, t->node->parent, at), n);
  signal_children(t);
}

void upcr_reduce_all_tree(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct tree t = {.call = call, .node = upcr_tree_node(algorithm, 0), .cut = algorithm->cut};
  size_t fragments = upcr_fragment_count(algorithm->cut, call->nbytes);
  t.own = upcr_part(call->dst, upcr_self.mythread, 0);
  upcr_move(t.own, upcr_part(call->src, upcr_self.mythread, 0), call->nbytes);
  for (size_t i = 0; i < fragments; i++)
    come_up(&t, i);
  for (size_t i = 0; i < fragments && t.node->parent >= 0; i++)
    go_down(&t, i);
  if (t.node->parent >= 0)
    upcr_report(call, t.node->parent);
  for (int c = 0; c < t.node->count; c++)
    upcr_await_report(call, t.node->child[c]);
}

/* Reduce to one thread: the root combines in dst, others in buffers, leaves where their vectors
 * lie. A thread tells its parent where, with the first fragment, and returns when the parent has
 * read all: then its buffer is free for the next call. */

static bool is_leaf(const struct upcr_node *node) { return node->count == 0 && node->parent >= 0; }

static upcr_pts_t own_of(const struct upcr_call *call, const struct upcr_node *node) {
  upcr_pts_t src = upcr_part(call->src, upcr_self.mythread, 0),
             own = node->parent < 0 ? call->dst : upcr_buffer();
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
  struct tree t = {
      .call = call, .node = upcr_tree_node(algorithm, call->root), .cut = algorithm->cut};
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
