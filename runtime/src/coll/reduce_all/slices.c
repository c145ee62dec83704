/* Reduce to all, each thread a slice: thread t folds slice t of all vectors where they lie, then everyone copies the results.
 * That is Rabenseifner's scheme (rabenseifner.c) with direct reads of all vectors: every element is
 * read by one thread only. In place it is right too: slice t of any src is read by thread t alone, before anyone has its
 * result. */
#include "../algorithms.h"
#include "../edge.h"
#include "../reduce/vector.h"

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
