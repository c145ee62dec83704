/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of vectors where each thread folds a slice of all, wherever it lies: slice t is thread
 * t's. */
#include "../copies.h"
#include "../patterns/schedule.h"
#include "../reduce/vector.h"
#include "../register.h"
#include "../topology.h"

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
    upcr_allow(call, upcr_after(threads - k));
  fold_own_slice(call);
  for (int k = 1; k < threads; k++)
    upcr_signal(call, upcr_after(threads - k));
  for (int k = 1; k < threads; k++)
    copy_slice(call, upcr_after(k));
  for (int k = 1; k < threads; k++)
    upcr_await_report(call, upcr_after(threads - k));
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
