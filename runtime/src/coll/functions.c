/* SPDX-License-Identifier: Apache-2.0 */
#include "functions.h"

#include <upc_types.h>

#include "../base/log.h"
#include "../check/check.h"
#include "../core/library.h"
#include "../core/op_text.h"
#include "argument.h"
#include "geometry.h"
#include "reduce/reduction.h"
#include "register.h"
#include "select.h"

/* The relocalisation functions of <upc_collective.h> (UPC 7.4.2): arguments and their checks.
 *
 * An array viewed as a block on each thread starts on thread 0, phase ignored: thread t's part
 * is at the same offset. The other kind lies on one thread, the root. */

static void check_array(const struct upcr_call *call, upcr_pts_t array, bool is_on_root,
                        const char *name) {
  if (is_on_root)
    upcr_argument_check(call->function, array, name);
  else
    upcr_argument_check_start(call->function, array, name, call->team ? "" : " (UPC 7.4.2)");
}

static upcr_pts_t own_part(upcr_pts_t array) {
  return upcr_pts_make((unsigned long)upcr_self.mythread, upcr_pts_offset(array));
}

/* Where checked code calls: what the thread answers for. UPC has no calls of 0 bytes, teams
 * have. */
static void check_blocks(const struct upcr_call *call) {
  struct upcr_geometry g = upcr_geometry_of(call->which);
  size_t threads = (size_t)upcr_self.threads;
  struct upcr_extent src = {g.from_root ? call->src : own_part(call->src),
                            call->nbytes * (g.src_by_taker ? threads : 1)};
  struct upcr_extent dst = {g.to_root ? call->dst : own_part(call->dst),
                            call->nbytes * (g.dst_by_giver ? threads : 1)};
  if (call->nbytes == 0 && !call->team)
    upcr_fatal("%s of 0 bytes (UPC 7.4.2)", upcr_collective_name(call->function));
  upcr_extents_check(call->function, src, dst, "src and dst");
}

void upcr_relocate(struct upcr_call *call, int flags) {
  struct upcr_geometry g = upcr_geometry_of(call->which);
  upcr_call_enter(call, flags, 0);
  check_array(call, call->dst, g.to_root, "dst");
  check_array(call, call->src, g.from_root, "src");
  call->root = g.from_root ? (int)upcr_thread(call->src)
               : g.to_root ? (int)upcr_thread(call->dst)
                           : 0;
  if (upcr_check_on())
    check_blocks(call);
  upcr_call_run(call);
}

static void relocate(enum upcr_collective which, upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes,
                     int flags) {
  upcr_relocate(
      &(struct upcr_call){
          .which = which, .function = which, .dst = dst.p, .src = src.p, .nbytes = nbytes},
      flags);
}

void upc_all_broadcast(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  relocate(UPCR_ALL_BROADCAST, dst, src, nbytes, flags);
}

void upc_all_scatter(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  relocate(UPCR_ALL_SCATTER, dst, src, nbytes, flags);
}

void upc_all_gather(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  relocate(UPCR_ALL_GATHER, dst, src, nbytes, flags);
}

void upc_all_gather_all(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  relocate(UPCR_ALL_GATHER_ALL, dst, src, nbytes, flags);
}

void upc_all_exchange(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {
  relocate(UPCR_ALL_EXCHANGE, dst, src, nbytes, flags);
}

/* 7.4.2.6p4: the thread's element and its block of dst. */
static void check_perm(const struct upcr_call *call) {
  struct upcr_extent element = {upcr_add1(call->perm, upcr_self.mythread, sizeof(int)),
                                sizeof(int)};
  upcr_extents_check(call->which, element, (struct upcr_extent){own_part(call->dst), call->nbytes},
                     "perm and dst");
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

enum {
  BITWISE = UPC_AND | UPC_OR | UPC_XOR,
  ALL_OPS = UPC_ADD | UPC_MULT | BITWISE | UPC_LOGAND | UPC_LOGOR | UPC_MIN | UPC_MAX |
            UPCR_OP_FUNC | UPCR_OP_NONCOMM_FUNC
};

static void check_op(const struct upcr_reduction *r, const char *name) {
  int op = r->op;
  if (op <= 0 || (op & (op - 1)) || (op & ~ALL_OPS) || (!r->type->integral && (op & BITWISE)))
    upcr_no_such_op(name, op, " (UPC 7.4.3)");
  if ((op & (UPCR_OP_FUNC | UPCR_OP_NONCOMM_FUNC)) && !r->func)
    upcr_fatal("%s: UPC_FUNC and UPC_NONCOMM_FUNC need a function (UPC 7.4.3)", name);
}

/* The results of prefix reduce lie where the elements do, if the program keeps to UPC 7.4.3.1. */
static bool is_alike(const struct upcr_reduction *r) {
  return upcr_thread(r->src.p) == upcr_thread(r->dst.p) && r->src.phase == r->dst.phase;
}

static _Noreturn void refuse_unlike(const struct upcr_call *call) {
  const struct upcr_reduction *r = call->reduction;
  upcr_fatal("%s: src and dst start on threads %lu and %lu, with phases %lu and %lu; they must be "
             "alike (UPC 7.4.3.1)",
             upcr_collective_name(call->function), upcr_thread(r->src.p), upcr_thread(r->dst.p),
             r->src.phase, r->dst.phase);
}

/* Programs rely on it that each result comes to its place. The one algorithm that asks nothing
 * of places serves them. */
static void run_unlike(const struct upcr_call *call) {
  if (upcr_check_on())
    refuse_unlike(call);
  upcr_call_run_by(call, upcr_algorithm_find(UPCR_ALL_PREFIX_REDUCE, "slices"));
}

/* Where checked code calls: what the thread answers for. Of reduce's dst that is the thread's on
 * which it lies. */
static void check_elements(const struct upcr_call *call, const struct upcr_reduction *r) {
  struct upcr_elements array = {r->src, r->nelems, r->blk_size, r->type->size};
  struct upcr_extent src = upcr_extent_of_elements(&array), dst = {r->dst.p, 0};
  array.start = r->dst;
  if (call->which == UPCR_ALL_PREFIX_REDUCE)
    dst = upcr_extent_of_elements(&array);
  else if (upcr_thread(r->dst.p) == (unsigned long)upcr_self.mythread)
    dst.nbytes = r->type->size;
  upcr_extents_check(call->function, src, dst, "src and dst");
}

/* Below blk_size as a rule: no division. */
static size_t phase_in(upcr_ppts_t start, size_t blk_size) {
  if (blk_size == 0 || start.phase < blk_size)
    return blk_size == 0 ? 0 : start.phase;
  return start.phase % blk_size;
}

void upcr_compute_call(struct upcr_call *call, struct upcr_reduction *reduction, int flags,
                       const char *name) {
  struct upcr_reduction *r = reduction;
  r->src.phase = phase_in(r->src, r->blk_size);
  r->dst.phase = phase_in(r->dst, r->blk_size);
  call->dst = r->dst.p;
  call->src = r->src.p;
  call->root = (int)upcr_thread(r->dst.p);
  call->nbytes = r->nelems * r->type->size;
  call->reduction = r;
  check_op(r, name);
  upcr_call_enter(call, flags,
                  ((uint64_t)r->blk_size * 0x9e3779b97f4a7c15u ^ r->src.phase) + (unsigned)r->op);
  upcr_argument_check(call->function, r->src.p, "src");
  upcr_argument_check(call->function, r->dst.p, "dst");
  if (call->which == UPCR_ALL_PREFIX_REDUCE && !is_alike(r))
    return run_unlike(call);
  if (upcr_check_on())
    check_elements(call, r);
  upcr_call_run(call);
}

void upcr_compute(enum upcr_collective which, struct upcr_reduction *reduction, int flags,
                  const char *name) {
  upcr_compute_call(&(struct upcr_call){.which = which, .function = which}, reduction, flags, name);
}

/* The functions of <upcx_collective.h>: arguments and their checks. */

/* dst is on one thread. */
static bool reduces_to_root(const struct upcr_call *call) {
  return call->which == UPCR_ALL_REDUCE_VECTOR;
}

static void check_type(const struct upcr_call *call, const struct upcr_type *type, int op) {
  const char *name = upcr_collective_name(call->function);
  if (!type)
    upcr_fatal("%s: this type has no operations; there are UPC_CHAR to UPC_LDOUBLE", name);
  if (!upcr_type_has(type, op))
    upcr_no_such_op(name, op, "");
  if (reduces_to_root(call))
    upcr_argument_check(call->function, call->dst, "dst");
  else
    upcr_argument_check_start(call->function, call->dst, "dst", "");
  upcr_argument_check_start(call->function, call->src, "src", "");
}

/* Where checked code calls: the thread's part of both arrays. In place they are one; otherwise
 * they have nothing in common. */
static void check_vectors(const struct upcr_call *call) {
  size_t vectors = call->which == UPCR_ALL_REDUCE_SCATTER ? (size_t)upcr_self.threads : 1;
  unsigned long own = upcr_pts_make((unsigned long)upcr_self.mythread, 0);
  struct upcr_extent src = {call->src | own, call->nbytes * vectors},
                     dst = {call->dst | own, call->nbytes};
  if (reduces_to_root(call))
    dst.start = call->dst;
  if (call->which != UPCR_ALL_REDUCE_SCATTER && src.start == dst.start)
    upcr_extent_check(call->function, dst, "update");
  else
    upcr_extents_check(call->function, src, dst, "src and dst");
}

void upcr_reduce_vectors(struct upcr_call *call, const struct upcr_reduction *r, int type,
                         int flags) {
  call->dst = r->dst.p;
  call->src = r->src.p;
  call->nbytes = r->type ? r->nelems * r->type->size : 0;
  call->reduction = r;
  if (reduces_to_root(call))
    call->root = (int)upcr_thread(call->dst);
  upcr_call_enter(call, flags, (uint64_t)type << 32 | (unsigned)r->op);
  check_type(call, r->type, r->op);
  if (upcr_check_on())
    check_vectors(call);
  upcr_call_run(call);
}

static void reduce(enum upcr_collective which, upcr_ppts_t dst, upcr_ppts_t src, int type, int op,
                   size_t nelems, int flags) {
  struct upcr_reduction r = {
      .type = upcr_type_of(type), .op = op, .nelems = nelems, .src = src, .dst = dst};
  upcr_reduce_vectors(&(struct upcr_call){.which = which, .function = which}, &r, type, flags);
}

void upcx_all_reduce_all(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems,
                         int flags) {
  reduce(UPCR_ALL_REDUCE_ALL, dst, src, type, op, nelems, flags);
}

void upcx_all_reduce_scatter(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems,
                             int flags) {
  reduce(UPCR_ALL_REDUCE_SCATTER, dst, src, type, op, nelems, flags);
}

void upcx_all_reduce_vector(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems,
                            int flags) {
  reduce(UPCR_ALL_REDUCE_VECTOR, dst, src, type, op, nelems, flags);
}
