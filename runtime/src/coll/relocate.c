/* The relocalisation functions of <upc_collective.h> (UPC 7.4.2): arguments and their checks.
 *
 * An array viewed as a block on each thread starts on thread 0, phase ignored: thread t's part is at the same offset. The other kind
 * lies on one thread, the root. */
#include "relocate.h"

#include "../base/log.h"
#include "../check/check.h"
#include "../core/library.h"
#include "argument.h"
#include "extent.h"
#include "select.h"

static bool src_is_on_root(const struct upcr_call *call) {
  return call->which == UPCR_ALL_BROADCAST || call->which == UPCR_ALL_SCATTER;
}

static bool dst_is_on_root(const struct upcr_call *call) { return call->which == UPCR_ALL_GATHER; }

static void check_array(const struct upcr_call *call, upcr_pts_t array, bool is_on_root, const char *name) {
  if (is_on_root)
    upcr_argument_check(call->function, array, name);
  else
    upcr_argument_check_start(call->function, array, name, call->team ? "" : " (UPC 7.4.2)");
}

static upcr_pts_t own_part(upcr_pts_t array) {
  return upcr_pts_make((unsigned long)upcr_self.mythread, upcr_pts_offset(array));
}

/* Blocks of src, and of dst, on a thread that has any. */
static size_t src_blocks(const struct upcr_call *call) {
  return call->which == UPCR_ALL_SCATTER || call->which == UPCR_ALL_EXCHANGE ? (size_t)upcr_self.threads : 1;
}

static size_t dst_blocks(const struct upcr_call *call) {
  bool has_all =
      call->which == UPCR_ALL_GATHER || call->which == UPCR_ALL_GATHER_ALL || call->which == UPCR_ALL_EXCHANGE;
  return has_all ? (size_t)upcr_self.threads : 1;
}

/* Where checked code calls: what the thread answers for. UPC has no calls of 0 bytes, teams have. */
static void check_extents(const struct upcr_call *call) {
  struct upcr_extent src = {src_is_on_root(call) ? call->src : own_part(call->src), call->nbytes * src_blocks(call)};
  struct upcr_extent dst = {dst_is_on_root(call) ? call->dst : own_part(call->dst), call->nbytes * dst_blocks(call)};
  if (call->nbytes == 0 && !call->team)
    upcr_fatal("%s of 0 bytes (UPC 7.4.2)", upcr_collective_name(call->function));
  upcr_extents_check(call->function, src, dst, "src and dst");
}

void upcr_relocate(struct upcr_call *call, int flags) {
  upcr_call_enter(call, flags, 0);
  check_array(call, call->dst, dst_is_on_root(call), "dst");
  check_array(call, call->src, src_is_on_root(call), "src");
  call->root = src_is_on_root(call)   ? (int)upcr_thread(call->src)
               : dst_is_on_root(call) ? (int)upcr_thread(call->dst)
                                      : 0;
  if (upcr_check_on())
    check_extents(call);
  upcr_call_run(call);
}

static void run(enum upcr_collective which, upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  upcr_relocate(&(struct upcr_call){.which = which, .function = which, .dst = dst.p, .src = src.p, .nbytes = nbytes},
                flags);
}

void upc_all_broadcast(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  run(UPCR_ALL_BROADCAST, dst, src, nbytes, flags);
}

void upc_all_scatter(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  run(UPCR_ALL_SCATTER, dst, src, nbytes, flags);
}

void upc_all_gather(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  run(UPCR_ALL_GATHER, dst, src, nbytes, flags);
}

void upc_all_gather_all(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  run(UPCR_ALL_GATHER_ALL, dst, src, nbytes, flags);
}

void upc_all_exchange(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  run(UPCR_ALL_EXCHANGE, dst, src, nbytes, flags);
}

/* 7.4.2.6p4: the thread's element and its block of dst. */
static void check_perm(const struct upcr_call *call) {
  struct upcr_extent element = {upcr_add1(call->perm, upcr_self.mythread, sizeof(int)), sizeof(int)};
  upcr_extents_check(call->which, element, (struct upcr_extent){own_part(call->dst), call->nbytes}, "perm and dst");
}

void upc_all_permute(upcr_ppts_t dst, upcr_ppts_t src, upcr_pts_t perm, size_t nbytes, int flags) {
  struct upcr_call call = {.which = UPCR_ALL_PERMUTE,
                           .function = UPCR_ALL_PERMUTE,
                           .dst = dst.p,
                           .src = src.p,
                           .perm = perm,
                           .nbytes = nbytes};
  check_array(&call, perm, false, "perm");
  if (upcr_check_on())
    check_perm(&call);
  upcr_relocate(&call, flags);
}
