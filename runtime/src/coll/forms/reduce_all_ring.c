/* Reduce to all round a ring: in THREADS - 1 steps each thread appends its part of a slice to what the one before has of it, in as many
 * more it collects the slices that are done. Each thread reads twice the vector, from one neighbour.
 *
 * All is done in dst. A slice that the next thread has still to read is not written: it gets its result only from the last of
 * the chain that the slice went along, which the next thread is part of. */
#include "../algorithms.h"
#include "../edge.h"
#include "../patterns/schedule.h"
#include "../reduce/vector.h"
#include "../topology.h"

struct ring {
  const struct upcr_call *call;
  int next, previous;
};

/* After the one before is ready: appends slice i of the caller to its own, or copies the result. */
static void take_slice(const struct ring *r, int i, bool is_done) {
  size_t at = upcr_slice_first(r->call, i), n = upcr_slice_first(r->call, i + 1) - at;
  upcr_pts_t own = upcr_part(r->call->dst, upcr_self.mythread, at), theirs = upcr_part(r->call->dst, r->previous, at);
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
