/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of vectors by recursive doubling and halving.
 *
 * Rabenseifner's algorithms. In recursive halving every core (patterns/schedule.h) combines its
 * half of the current range with that of a partner, until it has the result of the slices that it
 * acts for. Then reduce_all collects the other results by recursive doubling, reduce_vector gathers
 * them up a binomial tree whose root is the core of dst's thread, and reduce_scatter is done.
 * Threads that are no core first give their vector to the thread before them, and finally get their
 * result from it.
 *
 * A core works in dst if dst gets the whole vector, else in a buffer. A partner reads only where
 * the owner does not write: at each step of halving they keep different halves. */
#include "../register.h"
#include "../copies.h"
#include "../patterns/schedule.h"
#include "../reduce/vector.h"

struct halving {
  const struct upcr_call *call;
  struct upcr_doubling d;
  int core;       /* the caller's; -1: it is none */
  upcr_pts_t own; /* the vector that it works in, or gives */
};

static struct halving halving_of(const struct upcr_call *call) {
  struct halving h = {.call = call, .d = upcr_doubling_of(upcr_self.threads)};
  h.core = upcr_folded_core(&h.d, upcr_self.mythread);
  return h;
}

static bool scatters(const struct upcr_call *call) {
  return call->which == UPCR_ALL_REDUCE_SCATTER;
}
static bool has_root(const struct upcr_call *call) { return call->which == UPCR_ALL_REDUCE_VECTOR; }

static size_t vector_bytes(const struct upcr_call *call) {
  return scatters(call) ? call->nbytes * (size_t)upcr_self.threads : call->nbytes;
}

/* The first byte of the slices that a core acts for. */
static size_t first_byte(const struct halving *h, int core) {
  int thread = upcr_folded_rank(&h->d, core);
  return scatters(h->call) ? (size_t)thread * h->call->nbytes : upcr_slice_first(h->call, thread);
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

static struct range whole_of(const struct halving *h) {
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
  upcr_lend(h->call, to, h->own + r.at, r.end - r.at);
}

static void await_return(const struct halving *h, int to, struct range r) {
  upcr_await_return(h->call, to, r.end - r.at);
}

/* Combines the range of both, in the order of threads, to the same bytes of `to`. */
static void combine_to(const struct halving *h, upcr_pts_t to, int other, struct range r) {
  size_t n = r.end - r.at;
  upcr_pts_t theirs = upcr_borrow(h->call, other, n), own = h->own + r.at;
  bool are_first = other < upcr_self.mythread;
  upcr_combine_vectors(h->call, to + r.at, are_first ? theirs : own, are_first ? own : theirs, n);
  upcr_give_back(h->call, other, n);
}

static void read_from(const struct halving *h, int other, upcr_pts_t to, struct range r) {
  size_t n = r.end - r.at;
  upcr_move(to, upcr_borrow(h->call, other, n), n);
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
  read_from(h, partner_of(h, step), h->own + r.at, r);
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

/* The data that a thread which is no core gets from the thread before it. */
static struct range result_of_extra(const struct halving *h, int extra) {
  size_t n = h->call->nbytes, at = scatters(h->call) ? (size_t)extra * n : 0;
  return (struct range){at, at + n};
}

static void give_result(const struct halving *h) {
  int extra = upcr_self.mythread + 1;
  lend(h, extra, result_of_extra(h, extra));
  await_return(h, extra, result_of_extra(h, extra));
}

static void run_core(const struct halving *h) {
  int me = upcr_self.mythread;
  bool has_extra = upcr_folded_has_extra(&h->d, h->core);
  if (has_extra)
    combine_to(h, h->own, me + 1, whole_of(h));
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
  int me = upcr_self.mythread, proxy = me - 1;
  lend(h, proxy, whole_of(h));
  await_return(h, proxy, whole_of(h));
  if (!has_root(h->call))
    read_from(h, proxy, upcr_part(h->call->dst, me, 0), result_of_extra(h, me));
  else if (me == h->call->root)
    read_from(h, proxy, h->call->dst, result_of_extra(h, me));
}

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
    combine_to(h, h->own, upcr_self.mythread + 1, whole_of(h));
  for (int step = 0; step < h->d.steps; step++, next = last, last = h->own) {
    lend(h, partner_of(h, step), whole_of(h));
    if (step > 0)
      await_return(h, partner_of(h, step - 1), whole_of(h));
    combine_to(h, next, partner_of(h, step), whole_of(h));
    h->own = next;
  }
  if (h->d.steps > 0)
    await_return(h, partner_of(h, h->d.steps - 1), whole_of(h));
  upcr_move(upcr_part(h->call->dst, upcr_self.mythread, 0), h->own, n);
  if (has_extra)
    give_result(h);
}

static void run(const struct upcr_call *call, bool doubles) {
  struct halving h = halving_of(call);
  int me = upcr_self.mythread;
  upcr_pts_t src = upcr_part(call->src, me, 0),
             dst = has_root(call) ? call->dst : upcr_part(call->dst, me, 0);
  h.own = h.core < 0 ? src : !doubles && works_in_dst(call) ? dst : upcr_buffer();
  upcr_move(h.own, src, vector_bytes(call));
  if (h.core < 0)
    run_extra(&h);
  else if (doubles)
    double_core(&h);
  else
    run_core(&h);
}

void upcr_halving(const struct upcr_call *call) { run(call, false); }
void upcr_reduce_all_doubling(const struct upcr_call *call) { run(call, true); }
