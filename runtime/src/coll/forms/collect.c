/* SPDX-License-Identifier: Apache-2.0 */
/* Collecting: each member of a group has a piece, and all get all, round a ring or by recursive
 * doubling. In gather_all a piece is a thread's block, and the group is all threads. In a broadcast
 * pieces are equal slices, which a binomial tree scatters first; the group is all threads, or the
 * leaders of nodes or regions, which then pass the data down a tree to the others. */
#include "../geometry.h"
#include "../patterns/schedule.h"
#include "../topology.h"

enum { CHILDREN = 32 /* of a binomial tree over as many threads as an int can count */ };

/* Piece r is rank r's of the group. In a broadcast a thread got those of its branch from its
 * parent, and the root has all. */
struct pieces {
  const struct upcr_call *call;
  struct upcr_group group;
  bool is_broadcast;
  int span, parent, children, child[CHILDREN]; /* ranks; parent -1: the root, or there is no tree */
};

static int thread_of(const struct pieces *s, int rank) {
  return upcr_group_thread(&s->group, rank);
}

/* The first byte of a piece. Several blocks are asked for at once where ranks are threads only. */
static size_t first_byte(const struct pieces *s, int piece) {
  if (s->is_broadcast)
    return upcr_even_first(s->call->nbytes, s->group.count, piece);
  return (size_t)thread_of(s, piece) * s->call->nbytes;
}

/* Pieces [first, end) from the data of another rank to the caller's part. */
static void copy(const struct pieces *s, int from, int first, int end) {
  size_t low = first_byte(s, first);
  size_t n = s->is_broadcast ? first_byte(s, end) - low : (size_t)(end - first) * s->call->nbytes;
  upcr_move(upcr_part(s->call->dst, upcr_self.mythread, low),
            upcr_broadcast_data(s->call, thread_of(s, from)) + low, n);
}

static bool has(const struct pieces *s, int first, int end) {
  return (s->is_broadcast && s->parent < 0) ||
         (first >= s->group.rank && end <= s->group.rank + s->span);
}

static void scatter(const struct pieces *s) {
  if (s->parent >= 0) {
    upcr_wait_signal(s->call, thread_of(s, s->parent));
    copy(s, s->parent, s->group.rank, s->group.rank + s->span);
  }
  for (int c = 0; c < s->children; c++)
    upcr_signal(s->call, thread_of(s, s->child[c]));
}

/* MYSYNC: a thread returns when its children's reads of its data are over. */
static void report_scatter(const struct pieces *s) {
  if (s->parent >= 0)
    upcr_report(s->call, thread_of(s, s->parent));
  for (int c = 0; c < s->children; c++)
    upcr_await_report(s->call, thread_of(s, s->child[c]));
}

static void collect_round_ring(const struct pieces *s) {
  int count = s->group.count, piece = s->group.rank, before = upcr_ring_previous(piece, count);
  int next = thread_of(s, upcr_ring_next(piece, count)), previous = thread_of(s, before);
  for (int step = 1; step < count; step++) {
    piece = upcr_ring_previous(piece, count);
    upcr_signal(s->call, next);
    upcr_wait_signal(s->call, previous);
    if (!has(s, piece, piece + 1))
      copy(s, before, piece, piece + 1);
  }
  report_scatter(s);
  upcr_report(s->call, previous);
  upcr_await_report(s->call, next);
}

/* A rank that is no core (patterns/schedule.h) gets all from the one before, which has its slice
 * of a broadcast, or gets its block first. */
static void collect_extra(const struct pieces *s) {
  int rank = s->group.rank, proxy = thread_of(s, rank - 1);
  if (!s->is_broadcast)
    upcr_signal(s->call, proxy);
  upcr_wait_signal(s->call, proxy);
  copy(s, rank - 1, 0, rank);
  copy(s, rank - 1, rank + 1, s->group.count);
  report_scatter(s);
  upcr_report(s->call, proxy);
  if (!s->is_broadcast)
    upcr_await_report(s->call, proxy);
}

static int partner_of(const struct upcr_doubling *d, int core, int step) {
  return upcr_folded_rank(d, upcr_doubling_partner(core, step));
}

static void collect_core(const struct pieces *s, const struct upcr_doubling *d, int core) {
  int extra = s->group.rank + 1;
  bool has_extra = upcr_folded_has_extra(d, core), extra_gives = has_extra && !s->is_broadcast;
  if (extra_gives) {
    upcr_wait_signal(s->call, thread_of(s, extra));
    copy(s, extra, extra, extra + 1);
  }
  for (int step = 0; step < d->steps; step++) {
    int rank = partner_of(d, core, step),
        group = upcr_doubling_group(upcr_doubling_partner(core, step), step);
    int first = upcr_folded_rank(d, group), end = upcr_folded_rank(d, group + (1 << step));
    upcr_signal(s->call, thread_of(s, rank));
    upcr_wait_signal(s->call, thread_of(s, rank));
    if (!has(s, first, end))
      copy(s, rank, first, end);
  }
  if (has_extra)
    upcr_signal(s->call, thread_of(s, extra));
  report_scatter(s);
  if (extra_gives)
    upcr_report(s->call, thread_of(s, extra));
  for (int step = 0; step < d->steps; step++)
    upcr_report(s->call, thread_of(s, partner_of(d, core, step)));
  for (int step = 0; step < d->steps; step++)
    upcr_await_report(s->call, thread_of(s, partner_of(d, core, step)));
  if (has_extra)
    upcr_await_report(s->call, thread_of(s, extra));
}

static void collect_by_doubling(const struct pieces *s) {
  struct upcr_doubling d = upcr_doubling_of(s->group.count);
  int core = upcr_folded_core(&d, s->group.rank);
  if (core < 0)
    collect_extra(s);
  else
    collect_core(s, &d, core);
}

typedef void collect_function(const struct pieces *s);

static void gather_all(const struct upcr_call *call, collect_function *collect) {
  int me = upcr_self.mythread;
  struct pieces s = {
      .call = call, .group = upcr_group_of(call, call->algorithm), .span = 1, .parent = -1};
  upcr_move(upcr_part(call->dst, me, (size_t)me * call->nbytes), upcr_part(call->src, me, 0),
            call->nbytes);
  collect(&s);
}

void upcr_gather_all_ring(const struct upcr_call *call) { gather_all(call, collect_round_ring); }

void upcr_gather_all_doubling(const struct upcr_call *call) {
  gather_all(call, collect_by_doubling);
}

static void broadcast(const struct upcr_call *call, collect_function *collect) {
  struct pieces s = {
      .call = call, .group = upcr_group_of(call, call->algorithm), .is_broadcast = true};
  int rank = s.group.rank, count = s.group.count;
  if (rank >= 0) {
    s.span = upcr_knomial_span(rank, count, 2);
    s.parent = upcr_knomial_parent(rank, 2);
    s.children = upcr_knomial_children(rank, count, 2, s.child);
    scatter(&s);
    collect(&s);
  }
  if (call->algorithm->shape == UPCR_TREE_INNER)
    upcr_broadcast_pull_tree(call);
  else if (upcr_self.mythread == call->root)
    upcr_move(upcr_part(call->dst, call->root, 0), call->src, call->nbytes);
}

void upcr_broadcast_scatter_ring(const struct upcr_call *call) {
  broadcast(call, collect_round_ring);
}

void upcr_broadcast_scatter_doubling(const struct upcr_call *call) {
  broadcast(call, collect_by_doubling);
}
