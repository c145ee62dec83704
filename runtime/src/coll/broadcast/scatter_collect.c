/* Broadcast by scatter and collect, as MPI libraries do for large data: the data are divided into as many slices as there are
 * threads; a binomial tree gives each thread its slice, then all collect the slices, round a ring or by doubling. Each link so
 * carries about twice the data, however many threads there are.
 *
 * Ranks count threads from the root on; slice r is rank r's. */
#include "../algorithms.h"
#include "../branch.h"
#include "../edge.h"
#include "../patterns/schedule.h"

/* Where a thread has slices: the source, or its part of dst. */
static upcr_pts_t data_of(const struct upcr_call *call, int thread) {
  return thread == call->root ? call->src : upcr_part(call->dst, thread, 0);
}

/* Slices [first, end) from another thread's data to the caller's part. */
static void copy(const struct upcr_call *call, int from, int first, int end) {
  size_t low = upcr_even_first(call->nbytes, upcr_self.threads, first);
  size_t high = upcr_even_first(call->nbytes, upcr_self.threads, end);
  upcr_move(upcr_part(call->dst, upcr_self.mythread, low), data_of(call, from) + low, high - low);
}

/* Gives each thread the slices of its branch. */
static void scatter(const struct upcr_call *call, const struct upcr_branch *b) {
  if (!upcr_is_root(b)) {
    int parent = upcr_thread_at(call, b->parent_rank);
    upcr_wait_signal(call, parent);
    copy(call, parent, b->rank, b->rank + b->span);
  }
  for (int c = 0; c < b->children; c++)
    upcr_signal(call, upcr_thread_at(call, b->child[c]));
}

static bool has(const struct upcr_branch *b, int slice) {
  return upcr_is_root(b) || (slice >= b->rank && slice < b->rank + b->span);
}

/* What MYSYNC asks for: a thread returns when its parent's and its neighbours' reads of its data are over. */
static void report_scatter(const struct upcr_call *call, const struct upcr_branch *b) {
  if (!upcr_is_root(b))
    upcr_report(call, upcr_thread_at(call, b->parent_rank));
  for (int c = 0; c < b->children; c++)
    upcr_await_report(call, upcr_thread_at(call, b->child[c]));
}

void upcr_broadcast_scatter_ring(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_branch b = upcr_branch_of(call, 2);
  int threads = upcr_self.threads, next = upcr_ring_next(upcr_self.mythread, threads);
  int previous = upcr_ring_previous(upcr_self.mythread, threads), slice = b.rank;
  (void)algorithm;
  scatter(call, &b);
  for (int step = 1; step < threads; step++) {
    slice = upcr_ring_previous(slice, threads);
    upcr_signal(call, next);
    upcr_wait_signal(call, previous);
    if (!has(&b, slice))
      copy(call, previous, slice, slice + 1);
  }
  if (upcr_is_root(&b))
    copy(call, call->root, 0, threads);
  report_scatter(call, &b);
  upcr_report(call, previous);
  upcr_await_report(call, next);
}

void upcr_broadcast_scatter_doubling(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_branch b = upcr_branch_of(call, 2);
  struct upcr_doubling d = upcr_doubling_of(upcr_self.threads);
  (void)algorithm;
  scatter(call, &b);
  for (int step = 0; step < d.steps; step++) {
    int rank = upcr_doubling_partner(b.rank, step), partner = upcr_thread_at(call, rank), first = rank >> step << step;
    upcr_signal(call, partner);
    upcr_wait_signal(call, partner);
    if (!has(&b, first) || !has(&b, first + (1 << step) - 1))
      copy(call, partner, first, first + (1 << step));
  }
  if (upcr_is_root(&b))
    copy(call, call->root, 0, upcr_self.threads);
  report_scatter(call, &b);
  for (int step = 0; step < d.steps; step++)
    upcr_report(call, upcr_thread_at(call, upcr_doubling_partner(b.rank, step)));
  for (int step = 0; step < d.steps; step++)
    upcr_await_report(call, upcr_thread_at(call, upcr_doubling_partner(b.rank, step)));
}
