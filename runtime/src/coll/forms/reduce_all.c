/* SPDX-License-Identifier: Apache-2.0 */
/* Reduce to all by recursive doubling: in step i a thread combines its result over 2^i threads with
 * that of the partner whose number differs in bit i. Threads beyond the largest power of two give
 * their vector to one below it first, and get the result last. */
#include "../register.h"
#include "../buffer.h"
#include "../copies.h"
#include "../patterns/schedule.h"
#include "../reduce/reduction.h"
#include "../reduce/vector.h"
#include "../topology.h"

struct doubling {
  const struct upcr_call *call;
  upcr_pts_t now,
      next; /* the result so far, which the partner reads, and room for the one after it */
};

/* Reads the other's result where it says, and makes the next of both, in the order of threads. */
static void combine_with(struct doubling *d, int other) {
  upcr_pts_t theirs, before = d->now;
  upcr_take_letter(d->call, other, &theirs, sizeof theirs);
  if (other < upcr_self.mythread)
    upcr_combine_vectors(d->call, d->next, theirs, d->now, d->call->nbytes);
  else
    upcr_combine_vectors(d->call, d->next, d->now, theirs, d->call->nbytes);
  upcr_signal(d->call, other);
  d->now = d->next;
  d->next = before;
}

/* Lets the other read the result, and then signal. */
static void offer_to(const struct doubling *d, upcr_pts_t data, int other) {
  upcr_send_letter(d->call, other, &data, sizeof data);
}

static void run_core(struct doubling *d, const struct upcr_doubling *pattern) {
  int me = upcr_self.mythread, extra = me + pattern->core;
  if (me < pattern->extra)
    combine_with(d, extra);
  for (int step = 0; step < pattern->steps; step++) {
    int partner = upcr_doubling_partner(me, step);
    offer_to(d, d->now, partner);
    combine_with(d, partner);
    upcr_wait_signal(d->call, partner);
  }
  upcr_move(upcr_part(d->call->dst, me, 0), d->now, d->call->nbytes);
  if (me < pattern->extra) {
    offer_to(d, d->now, extra);
    upcr_wait_signal(d->call, extra);
  }
}

static void run_extra(const struct doubling *d, const struct upcr_doubling *pattern) {
  int me = upcr_self.mythread, proxy = me - pattern->core;
  upcr_pts_t result;
  offer_to(d, d->now, proxy);
  upcr_wait_signal(d->call, proxy);
  upcr_take_letter(d->call, proxy, &result, sizeof result);
  upcr_move(upcr_part(d->call->dst, me, 0), result, d->call->nbytes);
  upcr_signal(d->call, proxy);
}

size_t upcr_room_for_doubling(const struct upcr_call *call,
                              const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  return 2 * call->nbytes;
}

void upcr_reduce_all_doubling(const struct upcr_call *call,
                              const struct upcr_algorithm *algorithm) {
  struct upcr_doubling pattern = upcr_doubling_of(upcr_self.threads);
  struct doubling d = {.call = call, .now = upcr_buffer()};
  d.next = d.now + call->nbytes;
  upcr_move(d.now, upcr_part(call->src, upcr_self.mythread, 0), call->nbytes);
  if (upcr_self.mythread < pattern.core)
    run_core(&d, &pattern);
  else
    run_extra(&d, &pattern);
  upcr_buffer_done(algorithm);
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
