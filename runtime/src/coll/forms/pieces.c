/* SPDX-License-Identifier: Apache-2.0 */
/* Forms in which every rank of a group has a vector in pieces, and schedules (patterns/schedule.h)
 * say which pieces it sends and receives in each step: rings, recursive halving and doubling. At
 * the end of this file each form is a list of schedules; `run` executes them all.
 *
 * The pieces of gather_all and reduce_scatter are the blocks of threads, those of other operations
 * equal slices. A rank whose result is all of the vector works in dst, others in a buffer. Any
 * number of ranks is served: in halving and doubling some, which are no core, give their vector to
 * the one before first, and get the result from it last. */
#include <limits.h>

#include "../geometry.h"
#include "../patterns/schedule.h"
#include "../reduce/elements.h"
#include "../topology.h"

/* How pieces go from rank to rank. READ: at the same place of the sender's vector, in its part of
 * dst, which it does not write any more in this phase; MYSYNC: after the last phase the receiver
 * reports. LEND: by loans (copies.h), which are back when the phase ends; so a rank may keep other
 * memory. ALTERNATE: loans of all pieces; what a step receives is combined in the other half of the
 * buffer, which was lent two steps ago, so a rank need not wait for its reader at once. */
struct phase {
  upcr_schedule *schedule;
  enum { READ, LEND, ALTERNATE } how;
};

struct vector {
  const struct upcr_call *call;
  struct upcr_group group;
  struct upcr_member m;
  int span;       /* it had the pieces of so many ranks, from its own on, when the phase began */
  int returned;   /* steps of the phase whose loans are back */
  upcr_pts_t own; /* what it works in, or gives */
  upcr_pts_t to;  /* what it combines that with others' in: it, or the other half of the buffer */
};

static int thread_of(const struct vector *v, int rank) {
  return upcr_group_thread(&v->group, rank);
}

static bool has_blocks(const struct upcr_call *call) {
  return call->which == UPCR_ALL_REDUCE_SCATTER || call->which == UPCR_ALL_GATHER_ALL;
}

static size_t vector_bytes(const struct upcr_call *call) {
  return has_blocks(call) ? call->nbytes * (size_t)upcr_self.threads : call->nbytes;
}

static size_t bytes_of(const struct vector *v, struct upcr_pieces p, size_t *at) {
  const struct upcr_call *call = v->call;
  size_t unit = call->reduction ? upcr_element_size(call) : 1, units = call->nbytes / unit;
  if (has_blocks(call)) {
    *at = (size_t)thread_of(v, p.first) * call->nbytes;
    return (size_t)(p.end - p.first) * call->nbytes;
  }
  *at = upcr_even_first(units, v->group.count, p.first) * unit;
  return upcr_even_first(units, v->group.count, p.end) * unit - *at;
}

static void send(const struct vector *v, const struct phase *p, const struct upcr_sendrecv *step) {
  size_t at, n = bytes_of(v, step->sent, &at);
  if (p->how != READ)
    upcr_lend(v->call, thread_of(v, step->to), v->own + at, n);
  else if (n)
    upcr_signal(v->call, thread_of(v, step->to));
}

static bool has(const struct vector *v, struct upcr_pieces p) {
  return p.first >= v->m.rank && p.end <= v->m.rank + v->span;
}

static void use(const struct vector *v, const struct upcr_sendrecv *step, upcr_pts_t theirs,
                size_t at, size_t n) {
  if (step->use != UPCR_REPLACES)
    upcr_combine_vectors(v->call, v->to + at, v->own + at, theirs, n,
                         step->use == UPCR_FOLDS_BEFORE);
  else if (!has(v, step->received))
    upcr_move(v->own + at, theirs, n);
}

static void receive(const struct vector *v, const struct phase *p,
                    const struct upcr_sendrecv *step) {
  int from = thread_of(v, step->from);
  size_t at, n = bytes_of(v, step->received, &at);
  if (p->how != READ) {
    use(v, step, upcr_borrow(v->call, from, n), at, n);
    upcr_give_back(v->call, from, n);
  } else if (n) {
    upcr_wait_signal(v->call, from);
    use(v, step, upcr_broadcast_data(v->call, from) + at, at, n);
  }
}

/* Of the steps before `end`. */
static void await_returns(struct vector *v, const struct phase *p, int end) {
  struct upcr_sendrecv step;
  for (; v->returned < end && p->schedule(&v->m, v->returned, &step); v->returned++) {
    size_t at;
    if (step.to >= 0)
      upcr_await_return(v->call, thread_of(v, step.to), bytes_of(v, step.sent, &at));
  }
}

static upcr_pts_t other_half(const struct vector *v) {
  return upcr_buffer() + (v->own == upcr_buffer() ? v->call->nbytes : 0);
}

static void run_steps(struct vector *v, const struct phase *p) {
  struct upcr_sendrecv step;
  v->returned = 0;
  for (int i = 0; p->schedule(&v->m, i, &step); i++) {
    if (step.to >= 0)
      send(v, p, &step);
    if (p->how == ALTERNATE)
      await_returns(v, p, i);
    v->to = p->how == ALTERNATE ? other_half(v) : v->own;
    if (step.from >= 0)
      receive(v, p, &step);
    v->own = v->to;
  }
}

/* Once to each neighbour: a ring's are the same in all steps. */
static void report(const struct vector *v, const struct phase *p) {
  struct upcr_sendrecv step, before = {.to = -1, .from = -1};
  for (int i = 0; p->schedule(&v->m, i, &step); i++, before = step) {
    if (step.from >= 0 && step.from != before.from)
      upcr_report(v->call, thread_of(v, step.from));
    if (step.to >= 0 && step.to != before.to)
      upcr_await_report(v->call, thread_of(v, step.to));
  }
}

static bool gets_result(const struct vector *v) { return v->m.root < 0 || v->m.rank == v->m.root; }

/* Where the vector would begin whose pieces of the result lie where the call wants them. */
static upcr_pts_t result_of(const struct vector *v) {
  int me = upcr_self.mythread;
  upcr_pts_t dst = v->m.root < 0 ? upcr_part(v->call->dst, me, 0) : v->call->dst;
  return v->m.keeps_one ? dst - (size_t)me * v->call->nbytes : dst;
}

static bool works_in_dst(const struct vector *v) { return !v->m.keeps_one && gets_result(v); }

static struct vector vector_of(const struct upcr_call *call) {
  struct upcr_geometry g = upcr_geometry_of(call->which);
  struct vector v = {.call = call, .group = upcr_group_of(call, call->algorithm)};
  v.m = upcr_member_of(v.group.rank, v.group.count);
  v.m.root = g.to_root ? call->root : -1;
  v.m.folds = g.folds;
  v.m.keeps_one = g.folds && g.src_by_taker;
  return v;
}

size_t upcr_room_of_core(const struct upcr_call *call) {
  struct vector v = vector_of(call);
  return v.m.core < 0 || works_in_dst(&v) ? 0 : vector_bytes(call);
}

size_t upcr_room_for_doubling(const struct upcr_call *call) {
  return vector_of(call).m.core < 0 ? 0 : 2 * call->nbytes;
}

static upcr_pts_t place_to_work(const struct vector *v, const struct phase *first) {
  const struct upcr_call *call = v->call;
  bool alternates = call->algorithm->room == upcr_room_for_doubling;
  if (call->which == UPCR_ALL_BROADCAST)
    return upcr_broadcast_data(call, upcr_self.mythread);
  if (v->m.folds && v->m.core < 0 && first->schedule == upcr_extras_give)
    return upcr_part(call->src, upcr_self.mythread, 0);
  return works_in_dst(v) && !alternates ? result_of(v) : upcr_buffer();
}

/* The pieces that the thread has from the beginning. */
static void begin(const struct vector *v) {
  const struct upcr_call *call = v->call;
  int me = upcr_self.mythread;
  upcr_pts_t src = upcr_part(call->src, me, 0);
  if (v->m.folds)
    upcr_move(v->own, src, vector_bytes(call));
  else if (call->which == UPCR_ALL_GATHER_ALL)
    upcr_move(v->own + (size_t)me * call->nbytes, src, call->nbytes);
}

static void end(const struct vector *v) {
  size_t n = v->call->nbytes, at = v->m.keeps_one ? (size_t)v->m.rank * n : 0;
  if (gets_result(v))
    upcr_move(result_of(v) + at, v->own + at, v->m.keeps_one ? n : vector_bytes(v->call));
}

static void run_phases(struct vector *v, const struct phase *phase, int phases) {
  v->own = place_to_work(v, phase);
  begin(v);
  for (const struct phase *p = phase; p < phase + phases; p++) {
    run_steps(v, p);
    if (p->how != READ)
      await_returns(v, p, INT_MAX);
    if (p->schedule == upcr_extras_give && v->m.core < 0)
      v->own = result_of(v);
    if (p->schedule == upcr_scatter_down)
      v->span = upcr_knomial_span(v->m.rank, v->m.count, 2);
  }
  for (const struct phase *p = phase; p < phase + phases; p++)
    if (p->how == READ)
      report(v, p);
}

/* Of the leaders of nodes or regions alone, which then pass the data down a tree to the others. */
static void run(const struct upcr_call *call, const struct phase *phase, int phases) {
  struct vector v = vector_of(call);
  if (v.group.rank >= 0)
    run_phases(&v, phase, phases);
  if (call->algorithm->shape == UPCR_TREE_INNER)
    upcr_broadcast_pull_tree(call);
  else
    end(&v);
}

#define FORM(name, ...)                                                                            \
  void upcr_##name(const struct upcr_call *call) {                                                 \
    static const struct phase phases[] = {__VA_ARGS__};                                            \
    run(call, phases, sizeof phases / sizeof *phases);                                             \
  }
FORM(gather_all_ring, {upcr_ring_collect, READ})
FORM(gather_all_doubling, {upcr_extras_give, LEND}, {upcr_doubling, LEND}, {upcr_extras_get, LEND})
FORM(broadcast_scatter_ring, {upcr_scatter_down, READ}, {upcr_ring_collect, READ})
FORM(broadcast_scatter_doubling, {upcr_scatter_down, READ}, {upcr_doubling, LEND},
     {upcr_extras_get, LEND})
FORM(reduce_all_ring, {upcr_ring_combine, READ})
FORM(reduce_all_doubling, {upcr_extras_give, LEND}, {upcr_doubling_of_all, ALTERNATE},
     {upcr_extras_get, LEND})

/* Rabenseifner's, and their first half. */
FORM(reduce_all_halving, {upcr_extras_give, LEND}, {upcr_halving, LEND}, {upcr_doubling, LEND},
     {upcr_extras_get, LEND})
FORM(reduce_vector_halving, {upcr_extras_give, LEND}, {upcr_halving, LEND}, {upcr_gather_up, LEND},
     {upcr_extras_get, LEND})
FORM(reduce_scatter_halving, {upcr_extras_give, LEND}, {upcr_halving, LEND},
     {upcr_extras_get, LEND})
