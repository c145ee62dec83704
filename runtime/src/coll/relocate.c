/* The relocalisation functions of <upc_collective.h> (UPC 7.4.2): arguments and their checks.
 *
 * An array viewed as a block on each thread starts on thread 0, phase ignored: thread t's part is at the same offset. */
#include "../base/log.h"
#include "../check/check.h"
#include "../core/library.h"
#include "argument.h"
#include "extent.h"
#include "select.h"

static void check_start(const struct upcr_call *call, upcr_pts_t array, const char *name) {
  upcr_argument_check_start(call->which, array, name, " (UPC 7.4.2)");
}

static upcr_pts_t own_part(upcr_pts_t array) {
  return upcr_pts_make((unsigned long)upcr_self.mythread, upcr_pts_offset(array));
}

/* Runs the call. Where checked code calls, what the thread answers for is checked: so many blocks each. */
static void run(struct upcr_call *call, upcr_pts_t dst, int dst_blocks, upcr_pts_t src, int src_blocks) {
  if (upcr_check_on()) {
    if (call->nbytes == 0)
      upcr_fatal("%s of 0 bytes (UPC 7.4.2)", upcr_collective_name(call->which));
    struct upcr_extent from = {src, call->nbytes * (size_t)src_blocks}, to = {dst, call->nbytes * (size_t)dst_blocks};
    upcr_extents_check(call->which, from, to, "src and dst");
  }
  upcr_call_run(call);
}

void upc_all_broadcast(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  struct upcr_call call = {
      .which = UPCR_ALL_BROADCAST, .dst = dst.p, .src = src.p, .nbytes = nbytes, .root = (int)upcr_thread(src.p)};
  upcr_call_enter(&call, flags, 0);
  check_start(&call, dst.p, "dst");
  upcr_argument_check(call.which, src.p, "src");
  run(&call, own_part(call.dst), 1, call.src, 1);
}

void upc_all_scatter(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  struct upcr_call call = {
      .which = UPCR_ALL_SCATTER, .dst = dst.p, .src = src.p, .nbytes = nbytes, .root = (int)upcr_thread(src.p)};
  upcr_call_enter(&call, flags, 0);
  check_start(&call, dst.p, "dst");
  upcr_argument_check(call.which, src.p, "src");
  run(&call, own_part(call.dst), 1, call.src, upcr_self.threads);
}

void upc_all_gather(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  struct upcr_call call = {
      .which = UPCR_ALL_GATHER, .dst = dst.p, .src = src.p, .nbytes = nbytes, .root = (int)upcr_thread(dst.p)};
  upcr_call_enter(&call, flags, 0);
  check_start(&call, src.p, "src");
  upcr_argument_check(call.which, dst.p, "dst");
  run(&call, call.dst, upcr_self.threads, own_part(call.src), 1);
}

/* 7.4.2.6p4: the thread's element and its block of dst. */
static void check_perm(const struct upcr_call *call) {
  struct upcr_extent element = {upcr_add1(call->perm, upcr_self.mythread, sizeof(int)), sizeof(int)};
  upcr_extents_check(call->which, element, (struct upcr_extent){own_part(call->dst), call->nbytes}, "perm and dst");
}

static void run_between_all(struct upcr_call *call, int flags, int dst_blocks, int src_blocks) {
  upcr_call_enter(call, flags, 0);
  check_start(call, call->dst, "dst");
  check_start(call, call->src, "src");
  run(call, own_part(call->dst), dst_blocks, own_part(call->src), src_blocks);
}

void upc_all_gather_all(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  struct upcr_call call = {.which = UPCR_ALL_GATHER_ALL, .dst = dst.p, .src = src.p, .nbytes = nbytes};
  run_between_all(&call, flags, upcr_self.threads, 1);
}

void upc_all_exchange(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  struct upcr_call call = {.which = UPCR_ALL_EXCHANGE, .dst = dst.p, .src = src.p, .nbytes = nbytes};
  run_between_all(&call, flags, upcr_self.threads, upcr_self.threads);
}

void upc_all_permute(upcr_ppts_t dst, upcr_ppts_t src, upcr_pts_t perm, size_t nbytes, int flags) {
  struct upcr_call call = {.which = UPCR_ALL_PERMUTE, .dst = dst.p, .src = src.p, .perm = perm, .nbytes = nbytes};
  check_start(&call, perm, "perm");
  if (upcr_check_on())
    check_perm(&call);
  run_between_all(&call, flags, 1, 1);
}
