/* SPDX-License-Identifier: Apache-2.0 */
/* Round a ring: each member of a group has a piece, and all get all; in a reduce_all a piece is a
 * slice, which all combine on its way round before. In gather_all a piece is a thread's block. In a
 * broadcast pieces are equal slices, which a binomial tree scatters first, and a ring, or recursive
 * doubling (halving.c), collects; the group is all threads, or the leaders of nodes or regions,
 * which then pass the data down a tree to the others. */
#include "../geometry.h"
#include "../patterns/schedule.h"
#include "../reduce/elements.h"
#include "../topology.h"

/* Piece r is rank r's of the group. In a broadcast a thread has those of its branch, of `span`
 * ranks from its own on, from its parent; the root has all. */
struct pieces {
  const struct upcr_call *call;
  struct upcr_group group;
  int span;
  struct upcr_knomial tree; /* of ranks; no edges where there is no tree */
};

static int thread_of(const struct pieces *s, int rank) {
  return upcr_group_thread(&s->group, rank);
}

/* The bytes of pieces [first, end); of blocks, one. */
static size_t bytes_of(const struct pieces *s, int first, int end, size_t *at) {
  const struct upcr_call *call = s->call;
  if (call->which == UPCR_ALL_GATHER_ALL) {
    *at = (size_t)thread_of(s, first) * call->nbytes;
    return call->nbytes;
  }
  if (call->which == UPCR_ALL_REDUCE_ALL) {
    *at = upcr_slice_first(call, first);
    return upcr_slice_first(call, end) - *at;
  }
  *at = upcr_even_first(call->nbytes, s->group.count, first);
  return upcr_even_first(call->nbytes, s->group.count, end) - *at;
}

/* From the data of another rank to the caller's part. */
static void copy(const struct pieces *s, int from, int first, int end) {
  size_t at, n = bytes_of(s, first, end, &at);
  upcr_move(upcr_part(s->call->dst, upcr_self.mythread, at),
            upcr_broadcast_data(s->call, thread_of(s, from)) + at, n);
}

static void scatter(const struct pieces *s) {
  if (s->tree.parent >= 0) {
    upcr_wait_signal(s->call, thread_of(s, s->tree.parent));
    copy(s, s->tree.parent, s->group.rank, s->group.rank + s->span);
  }
  for (int c = 0; c < s->tree.count; c++)
    upcr_signal(s->call, thread_of(s, s->tree.child[c]));
}

/* MYSYNC: a thread returns when its children's reads of its data are over. */
static void report_scatter(const struct pieces *s) {
  if (s->tree.parent >= 0)
    upcr_report(s->call, thread_of(s, s->tree.parent));
  for (int c = 0; c < s->tree.count; c++)
    upcr_await_report(s->call, thread_of(s, s->tree.child[c]));
}

static bool has(const struct pieces *s, int piece) {
  return piece >= s->group.rank && piece < s->group.rank + s->span;
}

/* Combines the caller's piece with that of the thread before it, or copies that. */
static void take(const struct pieces *s, int before, int piece, bool folds) {
  size_t at, n = bytes_of(s, piece, piece + 1, &at);
  upcr_pts_t own = upcr_part(s->call->dst, upcr_self.mythread, at);
  if (n == 0)
    return;
  upcr_wait_signal(s->call, thread_of(s, before));
  if (folds)
    upcr_combine_vectors(s->call, own, upcr_part(s->call->dst, thread_of(s, before), at), n, true);
  else if (!has(s, piece))
    copy(s, before, piece, piece + 1);
}

/* In the first `folds` steps pieces are combined, in the others collected. A slice that the next
 * thread still has to read is not overwritten: its result comes from the last thread of the chain,
 * after the next thread has read it. */
static void go_round(const struct pieces *s, int folds) {
  int count = s->group.count, rank = s->group.rank, before = upcr_ring_previous(rank, count);
  int next = thread_of(s, upcr_ring_next(rank, count));
  for (int step = 1; step < folds + count; step++) {
    size_t at;
    int piece = (rank + 2 * count - step) % count, given = upcr_ring_next(piece, count);
    if (bytes_of(s, given, given + 1, &at))
      upcr_signal(s->call, next);
    take(s, before, piece, step <= folds);
  }
  report_scatter(s);
  upcr_report(s->call, thread_of(s, before));
  upcr_await_report(s->call, next);
}

static struct pieces pieces_of(const struct upcr_call *call) {
  return (struct pieces){
      .call = call, .group = upcr_group_of(call, call->algorithm), .tree = {.parent = -1}};
}

void upcr_gather_all_ring(const struct upcr_call *call) {
  struct pieces s = pieces_of(call);
  int me = upcr_self.mythread;
  upcr_move(upcr_part(call->dst, me, (size_t)me * call->nbytes), upcr_part(call->src, me, 0),
            call->nbytes);
  go_round(&s, 0);
}

void upcr_reduce_all_ring(const struct upcr_call *call) {
  struct pieces s = pieces_of(call);
  int me = upcr_self.mythread;
  upcr_move(upcr_part(call->dst, me, 0), upcr_part(call->src, me, 0), call->nbytes);
  go_round(&s, upcr_self.threads - 1);
}

static void broadcast(const struct upcr_call *call, bool doubles) {
  struct pieces s = pieces_of(call);
  int rank = s.group.rank, count = s.group.count;
  if (rank >= 0) {
    s.span = upcr_knomial_span(rank, count, 2);
    s.tree = upcr_knomial_of(rank, 0, count, 2);
    scatter(&s);
    if (doubles) {
      upcr_collect_by_doubling(call, &s.group, s.span);
      report_scatter(&s);
    } else
      go_round(&s, 0);
  }
  if (call->algorithm->shape == UPCR_TREE_INNER)
    upcr_broadcast_pull_tree(call);
  else if (upcr_self.mythread == call->root)
    upcr_move(upcr_part(call->dst, call->root, 0), call->src, call->nbytes);
}

void upcr_broadcast_scatter_ring(const struct upcr_call *call) { broadcast(call, false); }
void upcr_broadcast_scatter_doubling(const struct upcr_call *call) { broadcast(call, true); }
