/* Gather to all by recursive doubling: before step i a core (patterns/schedule.h) has the blocks of its group of 2^i; it reads as
 * many from the partner whose number differs in bit i. Where THREADS is no power of two, a thread that is no core gives its block to
 * the one before it first, and reads all from it last. */
#include "../algorithms.h"
#include "../edge.h"
#include "../patterns/schedule.h"

/* Blocks [first, end) from a thread's destination to the caller's. */
static void copy(const struct upcr_call *call, int from, int first, int end) {
  size_t at = (size_t)first * call->nbytes;
  upcr_move(upcr_part(call->dst, upcr_self.mythread, at), upcr_part(call->dst, from, at),
            (size_t)(end - first) * call->nbytes);
}

static void run_extra(const struct upcr_call *call) {
  int me = upcr_self.mythread, proxy = me - 1;
  upcr_signal(call, proxy);
  upcr_wait_signal(call, proxy);
  copy(call, proxy, 0, me);
  copy(call, proxy, me + 1, upcr_self.threads);
  upcr_report(call, proxy);
  upcr_await_report(call, proxy);
}

static void run_steps(const struct upcr_call *call, const struct upcr_doubling *d, int core) {
  for (int step = 0; step < d->steps; step++) {
    int other = upcr_doubling_partner(core, step), partner = upcr_folded_rank(d, other);
    int group = upcr_doubling_group(other, step);
    upcr_signal(call, partner);
    upcr_wait_signal(call, partner);
    copy(call, partner, upcr_folded_rank(d, group), upcr_folded_rank(d, group + (1 << step)));
  }
}

static void report_steps(const struct upcr_call *call, const struct upcr_doubling *d, int core) {
  for (int step = 0; step < d->steps; step++)
    upcr_report(call, upcr_folded_rank(d, upcr_doubling_partner(core, step)));
  for (int step = 0; step < d->steps; step++)
    upcr_await_report(call, upcr_folded_rank(d, upcr_doubling_partner(core, step)));
}

static void run_core(const struct upcr_call *call, const struct upcr_doubling *d, int core) {
  int extra = upcr_self.mythread + 1;
  bool has_extra = upcr_folded_has_extra(d, core);
  if (has_extra) {
    upcr_wait_signal(call, extra);
    copy(call, extra, extra, extra + 1);
  }
  run_steps(call, d, core);
  if (has_extra) {
    upcr_signal(call, extra);
    upcr_report(call, extra);
    upcr_await_report(call, extra);
  }
  report_steps(call, d, core);
}

void upcr_gather_all_doubling(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_doubling d = upcr_doubling_of(upcr_self.threads);
  int me = upcr_self.mythread, core = upcr_folded_core(&d, me);
  (void)algorithm;
  upcr_move(upcr_part(call->dst, me, (size_t)me * call->nbytes), upcr_part(call->src, me, 0), call->nbytes);
  if (core < 0)
    run_extra(call);
  else
    run_core(call, &d, core);
}
