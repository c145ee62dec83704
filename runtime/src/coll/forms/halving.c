/* SPDX-License-Identifier: Apache-2.0 */
/* Recursive doubling and halving.
 *
 * Rabenseifner's algorithms. In recursive halving every core (patterns/schedule.h) combines its
 * half of the current range with that of a partner, until it has the result of the slices that it
 * acts for. Then reduce_all collects the other results by recursive doubling, reduce_vector gathers
 * them up a binomial tree whose root is the core of dst's thread, and reduce_scatter is done.
 * Threads that are no core first give their vector to the thread before them, and finally get their
 * result from it. gather_all, and a broadcast whose slices are scattered (collect.c), only collect.
 *
 * A core works in dst if dst gets the whole vector, else in a buffer. A partner reads only where
 * the owner does not write: at each step of halving they keep different halves. */
#include "../geometry.h"
#include "../patterns/schedule.h"
#include "../reduce/elements.h"
#include "../register.h"
#include "../topology.h"

struct halving {
  const struct upcr_call *call;
  struct upcr_group group; /* all threads by number, but in a broadcast */
  struct upcr_doubling d;
  int core;       /* the caller's; -1: it is none */
  int span;       /* ranks from its own on whose slices it has from the beginning */
  upcr_pts_t own; /* the vector that it works in, or gives */
};

static struct halving halving_over(const struct upcr_call *call, struct upcr_group group) {
  struct halving h = {.call = call, .group = group, .d = upcr_doubling_of(group.count)};
  h.core = upcr_folded_core(&h.d, group.rank);
  return h;
}

static struct halving halving_of(const struct upcr_call *call) {
  return halving_over(call,
                      (struct upcr_group){.count = upcr_self.threads, .rank = upcr_self.mythread});
}

static bool scatters(const struct upcr_call *call) {
  return call->which == UPCR_ALL_REDUCE_SCATTER;
}
static bool has_root(const struct upcr_call *call) { return call->which == UPCR_ALL_REDUCE_VECTOR; }
static bool has_blocks(const struct upcr_call *call) {
  return scatters(call) || call->which == UPCR_ALL_GATHER_ALL;
}
static bool folds(const struct upcr_call *call) { return upcr_geometry_of(call->which).folds; }

static size_t vector_bytes(const struct upcr_call *call) {
  return has_blocks(call) ? call->nbytes * (size_t)upcr_self.threads : call->nbytes;
}

/* The first byte of the slices that a core acts for. */
static size_t first_byte(const struct halving *h, int core) {
  int rank = upcr_folded_rank(&h->d, core);
  if (has_blocks(h->call))
    return (size_t)rank * h->call->nbytes;
  return folds(h->call) ? upcr_slice_first(h->call, rank)
                        : upcr_even_first(h->call->nbytes, h->group.count, rank);
}

static int partner_of(const struct halving *h, int step) {
  return upcr_folded_rank(&h->d, upcr_doubling_partner(h->core, step));
}

static bool root_is_extra(const struct halving *h) {
  return has_root(h->call) && upcr_folded_core(&h->d, h->call->root) < 0;
}

/* The core that gets the result of reduce_vector. */
static int last_core(const struct halving *h) {
  return upcr_folded_core(&h->d, h->call->root - (root_is_extra(h) ? 1 : 0));
}

/* Bytes of a vector. */
struct range {
  size_t at, end;
};

static struct range all_of(const struct halving *h) {
  return (struct range){0, vector_bytes(h->call)};
}

/* The threads that the cores which differ from `core` in the last `step` bits act for. */
static struct range group_of(const struct halving *h, int core, int step) {
  int first = upcr_doubling_group(core, step);
  return (struct range){first_byte(h, first), first_byte(h, first + (1 << step))};
}

static struct range partners_group(const struct halving *h, int step) {
  return group_of(h, upcr_doubling_partner(h->core, step), step);
}

static void lend(const struct halving *h, int to, struct range r) {
  upcr_lend(h->call, upcr_group_thread(&h->group, to), h->own + r.at, r.end - r.at);
}

static void await_return(const struct halving *h, int to, struct range r) {
  upcr_await_return(h->call, upcr_group_thread(&h->group, to), r.end - r.at);
}

/* Combines the range of both, in the order of threads, to the same bytes of `to`. */
static void combine_to(const struct halving *h, upcr_pts_t to, int other, struct range r) {
  size_t n = r.end - r.at;
  upcr_pts_t theirs = upcr_borrow(h->call, other, n);
  upcr_move(to + r.at, h->own + r.at, n);
  upcr_combine_vectors(h->call, to + r.at, theirs, n, other < h->group.rank);
  upcr_give_back(h->call, other, n);
}

/* has: the caller has these bytes already. */
static void read_from(const struct halving *h, int rank, upcr_pts_t to, struct range r, bool has) {
  size_t n = r.end - r.at;
  int other = upcr_group_thread(&h->group, rank);
  upcr_pts_t theirs = upcr_borrow(h->call, other, n);
  if (!has)
    upcr_move(to, theirs, n);
  upcr_give_back(h->call, other, n);
}

static void halve(const struct halving *h) {
  for (int step = h->d.steps - 1; step >= 0; step--) {
    lend(h, partner_of(h, step), partners_group(h, step));
    combine_to(h, h->own, partner_of(h, step), group_of(h, h->core, step));
  }
  for (int step = 0; step < h->d.steps; step++)
    await_return(h, partner_of(h, step), partners_group(h, step));
}

/* The data of the step's partner and of the threads that it acts for by then. */
static void read_group(const struct halving *h, int step) {
  struct range r = partners_group(h, step);
  int first = upcr_doubling_group(upcr_doubling_partner(h->core, step), step);
  bool has = upcr_folded_rank(&h->d, first) >= h->group.rank &&
             upcr_folded_rank(&h->d, first + (1 << step)) <= h->group.rank + h->span;
  read_from(h, partner_of(h, step), h->own + r.at, r, has);
}

static void collect(const struct halving *h) {
  for (int step = 0; step < h->d.steps; step++) {
    lend(h, partner_of(h, step), group_of(h, h->core, step));
    read_group(h, step);
  }
  for (int step = 0; step < h->d.steps; step++)
    await_return(h, partner_of(h, step), group_of(h, h->core, step));
}

static void gather(const struct halving *h) {
  int steps = upcr_gather_steps(&h->d, h->core, last_core(h)),
      receiver = upcr_gather_receiver(&h->d, h->core, last_core(h));
  for (int step = 0; step < steps; step++)
    read_group(h, step);
  if (receiver < 0)
    return;
  lend(h, upcr_folded_rank(&h->d, receiver), group_of(h, h->core, steps));
  await_return(h, upcr_folded_rank(&h->d, receiver), group_of(h, h->core, steps));
}

/* The data that a thread which is no core gives to the thread before it, and gets from it. */
static struct range part_of_extra(const struct halving *h, int extra, bool is_block) {
  size_t n = h->call->nbytes, at = (size_t)extra * n;
  return is_block ? (struct range){at, at + n} : all_of(h);
}

static struct range given_by_extra(const struct halving *h, int extra) {
  return part_of_extra(h, extra, !folds(h->call));
}

static struct range result_of_extra(const struct halving *h, int extra) {
  return part_of_extra(h, extra, scatters(h->call));
}

static void take_from_extra(const struct halving *h) {
  int extra = h->group.rank + 1;
  struct range r = given_by_extra(h, extra);
  if (folds(h->call))
    combine_to(h, h->own, extra, r);
  else if (h->call->which == UPCR_ALL_GATHER_ALL)
    read_from(h, extra, h->own + r.at, r, false);
}

static void give_result(const struct halving *h) {
  int extra = h->group.rank + 1;
  lend(h, extra, result_of_extra(h, extra));
  await_return(h, extra, result_of_extra(h, extra));
}

static void run_core(const struct halving *h) {
  int me = upcr_self.mythread;
  bool has_extra = upcr_folded_has_extra(&h->d, h->core);
  if (has_extra)
    take_from_extra(h);
  if (folds(h->call))
    halve(h);
  if (scatters(h->call))
    upcr_move(upcr_part(h->call->dst, me, 0), h->own + (size_t)me * h->call->nbytes,
              h->call->nbytes);
  else if (has_root(h->call))
    gather(h);
  else
    collect(h);
  if (has_extra && (!has_root(h->call) || (root_is_extra(h) && h->core == last_core(h))))
    give_result(h);
}

static void run_extra(const struct halving *h) {
  int me = h->group.rank, proxy = me - 1;
  struct range given = given_by_extra(h, me);
  if (h->call->which != UPCR_ALL_BROADCAST) {
    lend(h, proxy, given);
    await_return(h, proxy, given);
  }
  if (!has_root(h->call))
    read_from(h, proxy, upcr_part(h->call->dst, upcr_self.mythread, 0), result_of_extra(h, me),
              false);
  else if (me == h->call->root)
    read_from(h, proxy, h->call->dst, result_of_extra(h, me), false);
}

static void run(const struct halving *h) {
  if (h->core < 0)
    run_extra(h);
  else
    run_core(h);
}

void upcr_collect_by_doubling(const struct upcr_call *call, const struct upcr_group *group,
                              int span) {
  struct halving h = halving_over(call, *group);
  h.span = span;
  h.own = upcr_broadcast_data(call, upcr_self.mythread);
  run(&h);
}

void upcr_gather_all_doubling(const struct upcr_call *call) {
  struct halving h = halving_of(call);
  int me = upcr_self.mythread;
  h.own = upcr_part(call->dst, me, 0);
  upcr_move(h.own + (size_t)me * call->nbytes, upcr_part(call->src, me, 0), call->nbytes);
  run(&h);
}

/* Reductions. */

static bool works_in_dst(const struct upcr_call *call) {
  return !scatters(call) && (!has_root(call) || upcr_self.mythread == call->root);
}

size_t upcr_room_of_core(const struct upcr_call *call) {
  struct halving h = halving_of(call);
  return h.core < 0 || works_in_dst(call) ? 0 : vector_bytes(call);
}

size_t upcr_room_for_doubling(const struct upcr_call *call) {
  struct halving h = halving_of(call);
  return h.core < 0 ? 0 : 2 * call->nbytes;
}

/* Reduce to all by doubling alone: in step i a core combines its result over 2^i cores with that of
 * a partner to the other half of the buffer. Memory that is lent in a step is written again only
 * two steps later, so its owner need not wait for the reader at once. */
static void double_core(struct halving *h) {
  size_t n = h->call->nbytes;
  upcr_pts_t next = h->own + n, last = h->own;
  bool has_extra = upcr_folded_has_extra(&h->d, h->core);
  if (has_extra)
    take_from_extra(h);
  for (int step = 0; step < h->d.steps; step++, next = last, last = h->own) {
    lend(h, partner_of(h, step), all_of(h));
    if (step > 0)
      await_return(h, partner_of(h, step - 1), all_of(h));
    combine_to(h, next, partner_of(h, step), all_of(h));
    h->own = next;
  }
  if (h->d.steps > 0)
    await_return(h, partner_of(h, h->d.steps - 1), all_of(h));
  upcr_move(upcr_part(h->call->dst, upcr_self.mythread, 0), h->own, n);
  if (has_extra)
    give_result(h);
}

static struct halving reduction_of(const struct upcr_call *call, bool doubles) {
  struct halving h = halving_of(call);
  int me = upcr_self.mythread;
  upcr_pts_t src = upcr_part(call->src, me, 0),
             dst = has_root(call) ? call->dst : upcr_part(call->dst, me, 0);
  h.own = h.core < 0 ? src : !doubles && works_in_dst(call) ? dst : upcr_buffer();
  upcr_move(h.own, src, vector_bytes(call));
  return h;
}

void upcr_halving(const struct upcr_call *call) {
  struct halving h = reduction_of(call, false);
  run(&h);
}

void upcr_reduce_all_doubling(const struct upcr_call *call) {
  struct halving h = reduction_of(call, true);
  if (h.core < 0)
    run_extra(&h);
  else
    double_core(&h);
}
