/* Reduce and scatter by recursive halving, as in Rabenseifner's scheme: at each step a core (patterns/schedule.h) combines its half of
 * what both have with that of a partner, until it has the slices of the threads that it stands for. Threads that are no core give
 * their vector to the one before first, and get their slice from it last.
 *
 * Vectors are combined in buffers, which partners read where the caller does not write. A reader signals when it is done, so that
 * the next call may use the buffer. */
#include "../algorithms.h"
#include "../buffer.h"
#include "../edge.h"
#include "../patterns/schedule.h"
#include "../reduce/vector.h"

struct halving {
  const struct upcr_call *call;
  struct upcr_doubling d;
  int core;
  upcr_pts_t own; /* THREADS slices */
};

static void offer_own(const struct halving *h, int to) { upcr_send_letter(h->call, to, &h->own, sizeof h->own); }

/* Combines the slices of threads [first, end) of both, in the order of threads. */
static void combine_with(const struct halving *h, int other, int first, int end) {
  size_t at = (size_t)first * h->call->nbytes, n = (size_t)(end - first) * h->call->nbytes;
  upcr_pts_t theirs, own = h->own + at;
  upcr_take_letter(h->call, other, &theirs, sizeof theirs);
  theirs += at;
  if (other < upcr_self.mythread)
    upcr_combine_vectors(h->call, own, theirs, own, n);
  else
    upcr_combine_vectors(h->call, own, own, theirs, n);
  upcr_signal(h->call, other);
}

static int partner_of(const struct halving *h, int step) {
  return upcr_folded_rank(&h->d, upcr_doubling_partner(h->core, step));
}

static void halve(const struct halving *h, int step) {
  int group = upcr_doubling_group(h->core, step);
  offer_own(h, partner_of(h, step));
  combine_with(h, partner_of(h, step), upcr_folded_rank(&h->d, group), upcr_folded_rank(&h->d, group + (1 << step)));
}

static void store(const struct halving *h, upcr_pts_t vector) {
  int me = upcr_self.mythread;
  upcr_move(upcr_part(h->call->dst, me, 0), vector + (size_t)me * h->call->nbytes, h->call->nbytes);
}

static void run_core(const struct halving *h) {
  int extra = upcr_self.mythread + 1;
  bool has_extra = upcr_folded_has_extra(&h->d, h->core);
  if (has_extra)
    combine_with(h, extra, 0, upcr_self.threads);
  for (int step = h->d.steps - 1; step >= 0; step--)
    halve(h, step);
  if (has_extra)
    offer_own(h, extra);
  store(h, h->own);
  for (int step = h->d.steps - 1; step >= 0; step--)
    upcr_wait_signal(h->call, partner_of(h, step));
  if (has_extra)
    upcr_wait_signal(h->call, extra);
}

static void run_extra(const struct halving *h) {
  int proxy = upcr_self.mythread - 1;
  upcr_pts_t theirs;
  offer_own(h, proxy);
  upcr_wait_signal(h->call, proxy);
  upcr_take_letter(h->call, proxy, &theirs, sizeof theirs);
  store(h, theirs);
  upcr_signal(h->call, proxy);
}

size_t upcr_room_of_halving(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  return call->nbytes * (size_t)upcr_self.threads;
}

void upcr_reduce_scatter_halving(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct halving h = {.call = call, .d = upcr_doubling_of(upcr_self.threads), .own = upcr_buffer()};
  h.core = upcr_folded_core(&h.d, upcr_self.mythread);
  upcr_move(h.own, upcr_part(call->src, upcr_self.mythread, 0), call->nbytes * (size_t)upcr_self.threads);
  if (h.core < 0)
    run_extra(&h);
  else
    run_core(&h);
  upcr_buffer_done(algorithm);
}
