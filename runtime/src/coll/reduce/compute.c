#include "compute.h"

#include <upc_types.h>

#include "../../base/log.h"
#include "../../check/check.h"
#include "../../core/op_text.h"
#include "../argument.h"
#include "../extent.h"
#include "../register.h"
#include "../select.h"

enum {
  BITWISE = UPC_AND | UPC_OR | UPC_XOR,
  ALL_OPS =
      UPC_ADD | UPC_MULT | BITWISE | UPC_LOGAND | UPC_LOGOR | UPC_MIN | UPC_MAX | UPCR_OP_FUNC | UPCR_OP_NONCOMM_FUNC
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
  upcr_fatal("%s: src and dst start on threads %lu and %lu, with phases %lu and %lu; they must be alike (UPC 7.4.3.1)",
             upcr_collective_name(call->function), upcr_thread(r->src.p), upcr_thread(r->dst.p), r->src.phase,
             r->dst.phase);
}

/* Programs rely on it that each result comes to its place. The one algorithm that asks nothing of places serves them. */
static void run_unlike(const struct upcr_call *call) {
  if (upcr_check_on())
    refuse_unlike(call);
  upcr_call_run_by(call, upcr_algorithm_find(UPCR_ALL_PREFIX_REDUCE, "slices"));
}

/* Where checked code calls: what the thread answers for. Of reduce's dst that is the thread's on which it lies. */
static void check_extents(const struct upcr_call *call, const struct upcr_reduction *r) {
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

void upcr_compute_call(struct upcr_call *call, struct upcr_reduction *reduction, int flags, const char *name) {
  struct upcr_reduction *r = reduction;
  r->src.phase = phase_in(r->src, r->blk_size);
  r->dst.phase = phase_in(r->dst, r->blk_size);
  call->dst = r->dst.p;
  call->src = r->src.p;
  call->root = (int)upcr_thread(r->dst.p);
  call->nbytes = r->nelems * r->type->size;
  call->reduction = r;
  check_op(r, name);
  upcr_call_enter(call, flags, ((uint64_t)r->blk_size * 0x9e3779b97f4a7c15u ^ r->src.phase) + (unsigned)r->op);
  upcr_argument_check(call->function, r->src.p, "src");
  upcr_argument_check(call->function, r->dst.p, "dst");
  if (call->which == UPCR_ALL_PREFIX_REDUCE && !is_alike(r))
    return run_unlike(call);
  if (upcr_check_on())
    check_extents(call, r);
  upcr_call_run(call);
}

void upcr_compute(enum upcr_collective which, struct upcr_reduction *reduction, int flags, const char *name) {
  upcr_compute_call(&(struct upcr_call){.which = which, .function = which}, reduction, flags, name);
}
