/* The relocalisation functions of <upc_collective.h> (UPC 7.4.2): arguments and their checks.
 *
 * An array viewed as a block on each thread starts on thread 0, phase ignored: thread t's part is at the same offset. */
#include "../base/log.h"
#include "../core/library.h"
#include "select.h"

static void check_start(const struct upcr_call *call, upcr_pts_t array, const char *name) {
  if (array == 0 || upcr_thread(array) != 0)
    upcr_fatal("%s: %s must point to thread 0 (UPC 7.4.2), not to thread %lu", upcr_collective_name(call->which), name,
               upcr_thread(array));
}

void upc_all_broadcast(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  struct upcr_call call = {
      .which = UPCR_ALL_BROADCAST, .dst = dst.p, .src = src.p, .nbytes = nbytes, .root = (int)upcr_thread(src.p)};
  upcr_call_enter(&call, flags, 0);
  check_start(&call, dst.p, "dst");
  upcr_call_run(&call);
}

void upc_all_scatter(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  struct upcr_call call = {
      .which = UPCR_ALL_SCATTER, .dst = dst.p, .src = src.p, .nbytes = nbytes, .root = (int)upcr_thread(src.p)};
  upcr_call_enter(&call, flags, 0);
  check_start(&call, dst.p, "dst");
  upcr_call_run(&call);
}

void upc_all_gather(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  struct upcr_call call = {
      .which = UPCR_ALL_GATHER, .dst = dst.p, .src = src.p, .nbytes = nbytes, .root = (int)upcr_thread(dst.p)};
  upcr_call_enter(&call, flags, 0);
  check_start(&call, src.p, "src");
  upcr_call_run(&call);
}

static void run_between_all(struct upcr_call *call, int flags) {
  upcr_call_enter(call, flags, 0);
  check_start(call, call->dst, "dst");
  check_start(call, call->src, "src");
  upcr_call_run(call);
}

void upc_all_gather_all(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  struct upcr_call call = {.which = UPCR_ALL_GATHER_ALL, .dst = dst.p, .src = src.p, .nbytes = nbytes};
  run_between_all(&call, flags);
}

void upc_all_exchange(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  struct upcr_call call = {.which = UPCR_ALL_EXCHANGE, .dst = dst.p, .src = src.p, .nbytes = nbytes};
  run_between_all(&call, flags);
}

void upc_all_permute(upcr_ppts_t dst, upcr_ppts_t src, upcr_pts_t perm, size_t nbytes, int flags) {
  struct upcr_call call = {.which = UPCR_ALL_PERMUTE, .dst = dst.p, .src = src.p, .perm = perm, .nbytes = nbytes};
  run_between_all(&call, flags);
}
