/* Reduce to all as Rabenseifner does: by recursive halving every core (patterns/schedule.h) combines the slices of ever smaller
 * groups, until it has the result of its own; by recursive doubling it collects the others'. Threads that are no core give their
 * vector to the one before first, and get the result from it last.
 *
 * All is done in dst, which a partner reads where the caller does not write: at each step of halving they keep different halves,
 * and what a partner has read is overwritten only after its next signal, with the result. */
#include "../algorithms.h"
#include "../edge.h"
#include "../patterns/schedule.h"
#include "../reduce/vector.h"

struct slices {
  const struct upcr_call *call;
  struct upcr_doubling d;
  int core;
};

/* The first byte of what a core stands for. */
static size_t first_byte(const struct slices *s, int core) {
  return upcr_slice_first(s->call, upcr_folded_rank(&s->d, core));
}

static upcr_pts_t at_byte(const struct slices *s, int thread, size_t at) { return upcr_part(s->call->dst, thread, at); }

/* Combines bytes [at, end) of both, in the order of threads. */
static void combine(const struct slices *s, int other, size_t at, size_t end) {
  int me = upcr_self.mythread, low = other < me ? other : me, high = other < me ? me : other;
  upcr_combine_vectors(s->call, at_byte(s, me, at), at_byte(s, low, at), at_byte(s, high, at), end - at);
}

static void meet(const struct slices *s, int partner) {
  upcr_signal(s->call, partner);
  upcr_wait_signal(s->call, partner);
}

static int partner_of(const struct slices *s, int step) {
  return upcr_folded_rank(&s->d, upcr_doubling_partner(s->core, step));
}

static void halve(const struct slices *s, int step) {
  int group = upcr_doubling_group(s->core, step);
  meet(s, partner_of(s, step));
  combine(s, partner_of(s, step), first_byte(s, group), first_byte(s, group + (1 << step)));
}

static void collect(const struct slices *s, int step) {
  int partner = partner_of(s, step), group = upcr_doubling_group(upcr_doubling_partner(s->core, step), step);
  size_t at = first_byte(s, group), end = first_byte(s, group + (1 << step));
  meet(s, partner);
  upcr_move(at_byte(s, upcr_self.mythread, at), at_byte(s, partner, at), end - at);
}

static void run_core(const struct slices *s) {
  int extra = upcr_self.mythread + 1;
  bool has_extra = upcr_folded_has_extra(&s->d, s->core);
  if (has_extra) {
    upcr_wait_signal(s->call, extra);
    combine(s, extra, 0, s->call->nbytes);
  }
  for (int step = s->d.steps - 1; step >= 0; step--)
    halve(s, step);
  for (int step = 0; step < s->d.steps; step++)
    collect(s, step);
  if (has_extra)
    upcr_signal(s->call, extra);
  for (int step = 0; step < s->d.steps; step++)
    upcr_report(s->call, partner_of(s, step));
  for (int step = 0; step < s->d.steps; step++)
    upcr_await_report(s->call, partner_of(s, step));
  if (has_extra)
    upcr_await_report(s->call, extra);
}

static void run_extra(const struct slices *s) {
  int me = upcr_self.mythread, proxy = me - 1;
  meet(s, proxy);
  upcr_move(at_byte(s, me, 0), at_byte(s, proxy, 0), s->call->nbytes);
  upcr_report(s->call, proxy);
}

void upcr_reduce_all_rabenseifner(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct slices s = {.call = call, .d = upcr_doubling_of(upcr_self.threads)};
  int me = upcr_self.mythread;
  (void)algorithm;
  s.core = upcr_folded_core(&s.d, me);
  upcr_move(at_byte(&s, me, 0), upcr_part(call->src, me, 0), call->nbytes);
  if (s.core < 0)
    run_extra(&s);
  else
    run_core(&s);
}
