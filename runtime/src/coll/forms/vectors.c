/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of vectors: in slices, of which each thread folds one wherever it lies; round a ring;
 * over a tree, a fragment at a time. (By halving: halving.c.) */
#include <stdlib.h>

#include "../../base/log.h"
#include "../buffer.h"
#include "../copies.h"
#include "../patterns/schedule.h"
#include "../reduce/vector.h"
#include "../register.h"
#include "../topology.h"

/* Slices: slice t is thread t's. */

/* Reduce to one thread, and reduce and scatter: slice t goes to dst, or is what thread t gets.
 * In place it is right too: slice t is read and written by thread t alone. */
void upcr_slices(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread;
  bool scatters = call->which == UPCR_ALL_REDUCE_SCATTER;
  size_t at = scatters ? (size_t)me * call->nbytes : upcr_slice_first(call, me);
  size_t n = scatters ? call->nbytes : upcr_slice_first(call, me + 1) - at;
  (void)algorithm;
  upcr_slices_begin(call);
  upcr_fold_vectors(call, at, n, scatters ? upcr_part(call->dst, me, 0) : call->dst + at);
  upcr_slices_end(call);
}

/* Reduce to all: then everyone copies the results. That is Rabenseifner's scheme (halving.c)
 * with direct reads of all vectors: every element is read by one thread only. In place too:
 * slice t of any src is read by thread t alone, before anyone has its result. */
static void fold_own_slice(const struct upcr_call *call) {
  int me = upcr_self.mythread;
  size_t at = upcr_slice_first(call, me);
  for (int k = 1; k < upcr_self.threads; k++)
    upcr_await_allowed(call, upcr_after(k));
  upcr_fold_vectors(call, at, upcr_slice_first(call, me + 1) - at, upcr_part(call->dst, me, at));
}

static void copy_slice(const struct upcr_call *call, int of) {
  size_t at = upcr_slice_first(call, of), n = upcr_slice_first(call, of + 1) - at;
  upcr_wait_signal(call, of);
  upcr_move(upcr_part(call->dst, upcr_self.mythread, at), upcr_part(call->dst, of, at), n);
  upcr_report(call, of);
}

void upcr_reduce_all_slices(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int threads = upcr_self.threads;
  (void)algorithm;
  for (int k = 1; k < threads; k++)
    upcr_allow(call, upcr_before(k));
  fold_own_slice(call);
  for (int k = 1; k < threads; k++)
    upcr_signal(call, upcr_before(k));
  for (int k = 1; k < threads; k++)
    copy_slice(call, upcr_after(k));
  for (int k = 1; k < threads; k++)
    upcr_await_report(call, upcr_before(k));
}

/* Reduce to all round a ring: in THREADS - 1 steps each thread appends its part of a slice to what
 * the one before has of it, in as many more it collects the slices that are done. Each thread reads
 * twice the vector, from one neighbour.
 *
 * All is done in dst. A slice that the next thread has still to read is not written: it gets its
 * result only from the last of the chain that the slice went along, which the next thread is part
 * of. */

struct ring {
  const struct upcr_call *call;
  int next, previous;
};

/* After the one before is ready: appends slice i of the caller to its own, or copies the result. */
static void take_slice(const struct ring *r, int i, bool is_done) {
  size_t at = upcr_slice_first(r->call, i), n = upcr_slice_first(r->call, i + 1) - at;
  upcr_pts_t own = upcr_part(r->call->dst, upcr_self.mythread, at),
             theirs = upcr_part(r->call->dst, r->previous, at);
  upcr_signal(r->call, r->next);
  upcr_wait_signal(r->call, r->previous);
  if (is_done)
    upcr_move(own, theirs, n);
  else
    upcr_combine_vectors(r->call, own, theirs, own, n);
}

void upcr_reduce_all_ring(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread, threads = upcr_self.threads;
  struct upcr_group group = upcr_group_of(call, algorithm);
  struct ring r = {.call = call,
                   .next = upcr_group_thread(&group, upcr_ring_next(group.rank, threads)),
                   .previous = upcr_group_thread(&group, upcr_ring_previous(group.rank, threads))};
  upcr_move(upcr_part(call->dst, me, 0), upcr_part(call->src, me, 0), call->nbytes);
  for (int step = 1; step < threads; step++)
    take_slice(&r, (group.rank + threads - step) % threads, false);
  for (int step = 1; step < threads; step++)
    take_slice(&r, (group.rank + 1 + threads - step) % threads, true);
  upcr_report(call, r.previous);
  upcr_await_report(call, r.next);
}

/* Trees: each thread combines what its children have, where it lies, with its own vector. */

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
