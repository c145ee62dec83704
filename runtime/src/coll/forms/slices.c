/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions where each thread folds a slice of all, wherever it lies: of vectors slice t is
 * thread t's, of elements an equal share. */
#include "../register.h"
#include "../copies.h"
#include "../reduce/elements.h"
#include "../reduce/vector.h"

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

/* Elements: the thread of dst folds the results of the shares, in order. */
static void collect(const struct upcr_call *call, const struct upcr_partial *own) {
  struct upcr_partial all = {.any = false}, other;
  for (int t = 0; t < upcr_self.threads; t++) {
    if (t != call->root)
      upcr_take_letter(call, t, &other, sizeof other);
    upcr_partial_append(call->reduction, &all, t == call->root ? own : &other);
  }
  if (all.any)
    upcr_write(call->dst, all.value, call->reduction->type->size);
}

void upcr_reduce_slices(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_partial own;
  (void)algorithm;
  upcr_shares_begin(call);
  upcr_fold_range(call->reduction, upcr_share_of(call->reduction, upcr_self.mythread), &own);
  if (upcr_self.mythread == call->root)
    collect(call, &own);
  else
    upcr_send_letter(call, call->root, &own, sizeof own);
  upcr_shares_end(call);
}
