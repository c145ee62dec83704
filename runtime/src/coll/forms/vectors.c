/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of vectors: in slices, of which each thread folds one wherever it lies; over a tree, a
 * fragment at a time. (By halving, round a ring: pieces.c.) */
#include "../geometry.h"
#include "../patterns/schedule.h"
#include "../reduce/elements.h"
#include "../topology.h"

/* Slices: slice t is thread t's. It goes to dst, or is what thread t gets, or everyone copies it.
 * In place too: slice t of any src is read by thread t alone, before anyone has its result. */

static void copy_slice(const struct upcr_call *call, int of) {
  size_t at = upcr_slice_first(call, of), n = upcr_slice_first(call, of + 1) - at;
  upcr_wait_signal(call, of);
  upcr_move(upcr_part(call->dst, upcr_self.mythread, at), upcr_part(call->dst, of, at), n);
  upcr_report(call, of);
}

static void fold_own_slice(const struct upcr_call *call) {
  int me = upcr_self.mythread;
  bool scatters = call->which == UPCR_ALL_REDUCE_SCATTER;
  size_t at = scatters ? (size_t)me * call->nbytes : upcr_slice_first(call, me);
  size_t n = scatters ? call->nbytes : upcr_slice_first(call, me + 1) - at;
  upcr_pts_t dst = call->which == UPCR_ALL_REDUCE_VECTOR ? call->dst : upcr_part(call->dst, me, 0);
  upcr_fold_vectors(call, at, n, scatters ? dst : dst + at);
}

void upcr_slices(const struct upcr_call *call) {
  struct upcr_peers all = {upcr_self.threads, upcr_self.mythread};
  upcr_for_others(call, all, upcr_before, upcr_allow);
  upcr_for_others(call, all, upcr_after, upcr_await_allowed);
  fold_own_slice(call);
  if (call->which == UPCR_ALL_REDUCE_ALL) {
    upcr_for_others(call, all, upcr_before, upcr_signal);
    upcr_for_others(call, all, upcr_after, copy_slice);
  } else {
    upcr_for_others(call, all, upcr_after, upcr_report);
  }
  upcr_for_others(call, all, upcr_before, upcr_await_report);
}

/* Trees: each thread combines what its children lend it with its own vector, a fragment at a time,
 * and lends the result to its parent. */

struct tree {
  const struct upcr_call *call;
  const struct upcr_node *node;
  struct upcr_cut cut;
  size_t fragments;
  upcr_pts_t src, own;  /* the caller's vector, and where it combines */
  bool says_more_later; /* a parent gives its children a result when it has read what they lent */
};

/* Threads combine in `to`; leaves lend their vectors in place. */
static struct tree tree_of(const struct upcr_call *call, upcr_pts_t to) {
  const struct upcr_node *node = upcr_tree_node(call->algorithm, call->root);
  upcr_pts_t src = upcr_part(call->src, upcr_self.mythread, 0);
  bool is_leaf = node->count == 0 && node->parent >= 0;
  if (node->count == 0 && !is_leaf)
    upcr_move(to, src, call->nbytes);
  return (struct tree){.call = call,
                       .node = node,
                       .cut = call->algorithm->cut,
                       .fragments = upcr_fragment_count(call->algorithm->cut, call->nbytes),
                       .src = src,
                       .own = is_leaf ? src : to};
}

/* The root has the result of the fragment then. */
static void go_up(const struct tree *t, size_t i) {
  size_t n, at = upcr_fragment(t->cut, t->call->nbytes, i, &n);
  for (int last = t->node->count - 1, c = last; c >= 0; c--) {
    upcr_pts_t theirs = upcr_borrow(t->call, t->node->child[c], n);
    upcr_combine_vectors(t->call, t->own + at, (c == last ? t->src : t->own) + at, theirs, n,
                         false);
    if (upcr_fits_letter(t->node->child[c], n) || !t->says_more_later)
      upcr_give_back(t->call, t->node->child[c], n);
  }
  if (t->node->parent >= 0)
    upcr_lend(t->call, t->node->parent, t->own + at, n);
}

/* Reduce to all, up and down: threads combine in dst, then take the result from the parent. A
 * fragment goes down while later ones still come up. */

static void pass_down(const struct tree *t, struct upcr_way way, size_t i) {
  size_t n, at = upcr_fragment(t->cut, t->call->nbytes, i, &n);
  upcr_pass_down(t->call, t->node, way, at, n);
}

/* A parent knows that its children have entered: they have lent it their vectors. When the result
 * arrives from the parent, the parent has read the vector that the thread lent it. */
void upcr_reduce_all_tree(const struct upcr_call *call) {
  struct tree t = tree_of(call, upcr_part(call->dst, upcr_self.mythread, 0));
  struct upcr_way way = {.most = upcr_fragment_length(t.cut, call->nbytes)};
  t.says_more_later = true;
  for (size_t i = 0; i < t.fragments; i++) {
    go_up(&t, i);
    if (t.node->parent < 0)
      pass_down(&t, way, i);
  }
  for (size_t i = 0; i < t.fragments && t.node->parent >= 0; i++)
    pass_down(&t, way, i);
  upcr_pass_end(call, t.node, way);
}

/* Reduce to one thread: the root combines in dst, others in buffers. A thread returns when its
 * parent has read all, so its buffer is free for the next call. */

size_t upcr_room_for_vector(const struct upcr_call *call) {
  const struct upcr_node *node = upcr_tree_node(call->algorithm, call->root);
  return node->parent < 0 || node->count == 0 ? 0 : call->nbytes;
}

void upcr_reduce_vector_tree(const struct upcr_call *call) {
  struct tree t = tree_of(call, upcr_self.mythread == call->root ? call->dst : upcr_buffer());
  for (size_t i = 0; i < t.fragments; i++)
    go_up(&t, i);
  for (size_t i = 0, n; i < t.fragments && t.node->parent >= 0; i++) {
    upcr_fragment(t.cut, call->nbytes, i, &n);
    upcr_await_return(call, t.node->parent, n);
  }
}
