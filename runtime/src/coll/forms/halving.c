/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of vectors by recursive doubling and halving.
 *
 * As Rabenseifner does them: by recursive halving every core
 * (patterns/schedule.h) combines its half of what both have with that of a partner, until it has
 * the result of the slices that it stands for; then reduce_all collects the others' by recursive
 * doubling, reduce_vector gathers them up a binomial tree whose root is the core of dst's
 * thread, and reduce_scatter has what it wants. Threads that are no core give their vector to
 * the one before first, and get what they want from it last.
 *
 * A core works in dst if all of the vector is wanted there, else in a buffer. A partner reads
 * where the owner does not write: at each step of halving they keep different halves. It signals
 * when it is done; what it has read is written again after these signals only.
 *
 * Reduce to all by doubling alone: in step i a core combines its result over 2^i cores with that of
 * the partner whose number differs in bit i, to another buffer, as the partner reads its own. */
#include "../register.h"
#include "../buffer.h"
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

/* The first byte of what a core stands for. */
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

static void offer_own(const struct halving *h, int to) {
  upcr_send_letter(h->call, to, &h->own, sizeof h->own);
}

/* Combines bytes [at, end) of both, in the order of threads, to the same bytes of `to`. */
static void combine_to(const struct halving *h, upcr_pts_t to, int other, size_t at, size_t end) {
  upcr_pts_t theirs, own = h->own + at;
  upcr_take_letter(h->call, other, &theirs, sizeof theirs);
  theirs += at;
  if (other < upcr_self.mythread)
    upcr_combine_vectors(h->call, to + at, theirs, own, end - at);
  else
    upcr_combine_vectors(h->call, to + at, own, theirs, end - at);
  upcr_signal(h->call, other);
}

static void combine_with(const struct halving *h, int other, size_t at, size_t end) {
  combine_to(h, h->own, other, at, end);
}

/* Reads bytes [at, end) of the other's. */
static void read_from(const struct halving *h, int other, upcr_pts_t to, size_t at, size_t end) {
  upcr_pts_t theirs;
  upcr_take_letter(h->call, other, &theirs, sizeof theirs);
  upcr_move(to, theirs + at, end - at);
  upcr_signal(h->call, other);
}

static void halve(const struct halving *h) {
  for (int step = h->d.steps - 1; step >= 0; step--) {
    int group = upcr_doubling_group(h->core, step), partner = partner_of(h, step);
    offer_own(h, partner);
    combine_with(h, partner, first_byte(h, group), first_byte(h, group + (1 << step)));
  }
  for (int step = 0; step < h->d.steps; step++)
    upcr_wait_signal(h->call, partner_of(h, step));
}

/* What the partner of the step, and those that it stands for by then, have. */
static void read_group(const struct halving *h, int step) {
  int group = upcr_doubling_group(upcr_doubling_partner(h->core, step), step);
  size_t at = first_byte(h, group);
  read_from(h, partner_of(h, step), h->own + at, at, first_byte(h, group + (1 << step)));
}

static void collect(const struct halving *h) {
  for (int step = 0; step < h->d.steps; step++) {
    offer_own(h, partner_of(h, step));
    read_group(h, step);
  }
  for (int step = 0; step < h->d.steps; step++)
    upcr_wait_signal(h->call, partner_of(h, step));
}

static void gather(const struct halving *h) {
  for (int step = 0; step < upcr_gather_steps(&h->d, h->core, last_core(h)); step++)
    read_group(h, step);
  int receiver = upcr_gather_receiver(&h->d, h->core, last_core(h));
  if (receiver < 0)
    return;
  offer_own(h, upcr_folded_rank(&h->d, receiver));
  upcr_wait_signal(h->call, upcr_folded_rank(&h->d, receiver));
}

static void run_core(const struct halving *h) {
  int me = upcr_self.mythread, extra = me + 1;
  bool has_extra = upcr_folded_has_extra(&h->d, h->core);
  if (has_extra)
    combine_with(h, extra, 0, vector_bytes(h->call));
  halve(h);
  if (scatters(h->call))
    upcr_move(upcr_part(h->call->dst, me, 0), h->own + (size_t)me * h->call->nbytes,
              h->call->nbytes);
  else if (has_root(h->call))
    gather(h);
  else
    collect(h);
  if (has_extra && (!has_root(h->call) || (root_is_extra(h) && h->core == last_core(h)))) {
    offer_own(h, extra);
    upcr_wait_signal(h->call, extra);
  }
}

static void run_extra(const struct halving *h) {
  int me = upcr_self.mythread, proxy = me - 1;
  size_t n = h->call->nbytes, at = scatters(h->call) ? (size_t)me * n : 0;
  offer_own(h, proxy);
  upcr_wait_signal(h->call, proxy);
  if (!has_root(h->call))
    read_from(h, proxy, upcr_part(h->call->dst, me, 0), at, at + n);
  else if (me == h->call->root)
    read_from(h, proxy, h->call->dst, at, at + n);
}

static bool works_in_dst(const struct upcr_call *call) {
  return !scatters(call) && (!has_root(call) || upcr_self.mythread == call->root);
}

size_t upcr_room_of_core(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct halving h = halving_of(call);
  (void)algorithm;
  return h.core < 0 || works_in_dst(call) ? 0 : vector_bytes(call);
}

void upcr_halving(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct halving h = halving_of(call);
  int me = upcr_self.mythread;
  upcr_pts_t src = upcr_part(call->src, me, 0),
             dst = has_root(call) ? call->dst : upcr_part(call->dst, me, 0);
  if (h.core < 0) {
    h.own = src;
    run_extra(&h);
  } else {
    h.own = works_in_dst(call) ? dst : upcr_buffer();
    upcr_move(h.own, src, vector_bytes(call));
    run_core(&h);
  }
  upcr_buffer_done(algorithm);
}

size_t upcr_room_for_doubling(const struct upcr_call *call,
                              const struct upcr_algorithm *algorithm) {
  struct halving h = halving_of(call);
  (void)algorithm;
  return h.core < 0 ? 0 : 2 * call->nbytes;
}

/* Both halves of the buffer hold the result in turn. */
static void double_core(struct halving *h) {
  int extra = upcr_self.mythread + 1;
  size_t n = h->call->nbytes;
  upcr_pts_t next = h->own + n, last = h->own;
  bool has_extra = upcr_folded_has_extra(&h->d, h->core);
  if (has_extra)
    combine_with(h, extra, 0, n);
  for (int step = 0; step < h->d.steps; step++, next = last, last = h->own) {
    offer_own(h, partner_of(h, step));
    combine_to(h, next, partner_of(h, step), 0, n);
    upcr_wait_signal(h->call, partner_of(h, step));
    h->own = next;
  }
  upcr_move(upcr_part(h->call->dst, upcr_self.mythread, 0), h->own, n);
  if (has_extra) {
    offer_own(h, extra);
    upcr_wait_signal(h->call, extra);
  }
}

void upcr_reduce_all_doubling(const struct upcr_call *call,
                              const struct upcr_algorithm *algorithm) {
  struct halving h = halving_of(call);
  upcr_pts_t src = upcr_part(call->src, upcr_self.mythread, 0);
  if (h.core < 0) {
    h.own = src;
    run_extra(&h);
  } else {
    h.own = upcr_buffer();
    upcr_move(h.own, src, call->nbytes);
    double_core(&h);
  }
  upcr_buffer_done(algorithm);
}
