/* Broadcast by scatter and collect, as MPI libraries do for large data: the data are divided into as many slices as a group has
 * threads; a binomial tree gives each thread its slice, then all collect the slices, round a ring or by recursive doubling. Each
 * link so carries about twice the data, however many threads there are.
 *
 * The group is all threads, or those that lead nodes or regions: then the others get the data from their leader, down a tree. */
#include "../algorithms.h"
#include "../edge.h"
#include "../group.h"
#include "../patterns/schedule.h"
#include "../tree.h"

enum { CHILDREN = 32 /* of a binomial tree over as many threads as an int can count */ };

/* Slice r is rank r's of the group; a thread gets those of its branch from its parent. */
struct slices {
  const struct upcr_call *call;
  struct upcr_group group;
  int span, parent, children, child[CHILDREN]; /* ranks; parent -1: the root */
};

static int thread_of(const struct slices *s, int rank) { return upcr_group_thread(&s->group, rank); }

/* Where a thread has slices: the source, or its part of dst. */
static upcr_pts_t data_of(const struct upcr_call *call, int thread) {
  return thread == call->root ? call->src : upcr_part(call->dst, thread, 0);
}

/* Slices [first, end) from the data of another rank to the caller's part. */
static void copy(const struct slices *s, int from, int first, int end) {
  size_t low = upcr_even_first(s->call->nbytes, s->group.count, first);
  size_t high = upcr_even_first(s->call->nbytes, s->group.count, end);
  upcr_move(upcr_part(s->call->dst, upcr_self.mythread, low), data_of(s->call, thread_of(s, from)) + low, high - low);
}

static bool has(const struct slices *s, int first, int end) {
  return s->parent < 0 || (first >= s->group.rank && end <= s->group.rank + s->span);
}

static void begin(struct slices *s, const struct upcr_call *call, const struct upcr_group *group) {
  s->call = call;
  s->group = *group;
  s->span = upcr_knomial_span(group->rank, group->count, 2);
  s->parent = upcr_knomial_parent(group->rank, 2);
  s->children = upcr_knomial_children(group->rank, group->count, 2, s->child);
}

static void scatter(const struct slices *s) {
  if (s->parent >= 0) {
    upcr_wait_signal(s->call, thread_of(s, s->parent));
    copy(s, s->parent, s->group.rank, s->group.rank + s->span);
  }
  for (int c = 0; c < s->children; c++)
    upcr_signal(s->call, thread_of(s, s->child[c]));
}

/* What MYSYNC asks for: a thread returns when its children's reads of its data are over. */
static void report_scatter(const struct slices *s) {
  if (s->parent >= 0)
    upcr_report(s->call, thread_of(s, s->parent));
  for (int c = 0; c < s->children; c++)
    upcr_await_report(s->call, thread_of(s, s->child[c]));
}

static void collect_round_ring(const struct slices *s) {
  int count = s->group.count, slice = s->group.rank, before = upcr_ring_previous(slice, count);
  int next = thread_of(s, upcr_ring_next(slice, count)), previous = thread_of(s, before);
  for (int step = 1; step < count; step++) {
    slice = upcr_ring_previous(slice, count);
    upcr_signal(s->call, next);
    upcr_wait_signal(s->call, previous);
    if (!has(s, slice, slice + 1))
      copy(s, before, slice, slice + 1);
  }
  report_scatter(s);
  upcr_report(s->call, previous);
  upcr_await_report(s->call, next);
}

/* A rank that is no core (patterns/schedule.h) gets all from the one before, whose branch has its slice. */
static void collect_extra(const struct slices *s) {
  int rank = s->group.rank, proxy = thread_of(s, rank - 1);
  upcr_wait_signal(s->call, proxy);
  copy(s, rank - 1, 0, rank);
  copy(s, rank - 1, rank + 1, s->group.count);
  report_scatter(s);
  upcr_report(s->call, proxy);
}

static void collect_core(const struct slices *s, const struct upcr_doubling *d, int core) {
  int extra = s->group.rank + 1;
  for (int step = 0; step < d->steps; step++) {
    int other = upcr_doubling_partner(core, step), group = upcr_doubling_group(other, step);
    int rank = upcr_folded_rank(d, other), first = upcr_folded_rank(d, group);
    int end = upcr_folded_rank(d, group + (1 << step));
    upcr_signal(s->call, thread_of(s, rank));
    upcr_wait_signal(s->call, thread_of(s, rank));
    if (!has(s, first, end))
      copy(s, rank, first, end);
  }
  if (upcr_folded_has_extra(d, core))
    upcr_signal(s->call, thread_of(s, extra));
  report_scatter(s);
  for (int step = 0; step < d->steps; step++)
    upcr_report(s->call, thread_of(s, upcr_folded_rank(d, upcr_doubling_partner(core, step))));
  for (int step = 0; step < d->steps; step++)
    upcr_await_report(s->call, thread_of(s, upcr_folded_rank(d, upcr_doubling_partner(core, step))));
  if (upcr_folded_has_extra(d, core))
    upcr_await_report(s->call, thread_of(s, extra));
}

static void collect_by_doubling(const struct slices *s) {
  struct upcr_doubling d = upcr_doubling_of(s->group.count);
  int core = upcr_folded_core(&d, s->group.rank);
  if (core < 0)
    collect_extra(s);
  else
    collect_core(s, &d, core);
}

/* Below the leaders. A parent has all data when it signals. */
static void pass_down(const struct upcr_call *call, const struct upcr_node *node) {
  int me = upcr_self.mythread;
  if (node->parent >= 0) {
    upcr_wait_signal(call, node->parent);
    upcr_move(upcr_part(call->dst, me, 0), data_of(call, node->parent), call->nbytes);
  }
  for (int c = 0; c < node->count; c++)
    upcr_signal(call, node->child[c]);
  if (node->parent >= 0)
    upcr_report(call, node->parent);
  for (int c = 0; c < node->count; c++)
    upcr_await_report(call, node->child[c]);
}

static void run(const struct upcr_call *call, const struct upcr_algorithm *algorithm,
                void (*collect)(const struct slices *s)) {
  struct upcr_group group = upcr_group_of(call, algorithm);
  struct slices s;
  if (group.rank >= 0) {
    begin(&s, call, &group);
    scatter(&s);
    collect(&s);
  }
  if (upcr_self.mythread == call->root)
    upcr_move(upcr_part(call->dst, call->root, 0), call->src, call->nbytes);
  if (algorithm->shape == UPCR_TREE_INNER)
    pass_down(call, upcr_tree_node(algorithm, call->root));
}

void upcr_broadcast_scatter_ring(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  run(call, algorithm, collect_round_ring);
}

void upcr_broadcast_scatter_doubling(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  run(call, algorithm, collect_by_doubling);
}
