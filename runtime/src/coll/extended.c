/* The functions of <upcx_collective.h>: arguments and their checks. */
#include "extended.h"

#include "../base/log.h"
#include "../check/check.h"
#include "../core/library.h"
#include "../core/op_text.h"
#include "argument.h"
#include "extent.h"
#include "reduce/reduction.h"
#include "select.h"

/* dst is on one thread. */
static bool has_root(const struct upcr_call *call) { return call->which == UPCR_ALL_REDUCE_VECTOR; }

static void check(const struct upcr_call *call, const struct upcr_type *type, int op) {
  const char *name = upcr_collective_name(call->function);
  if (!type)
    upcr_fatal("%s: this type has no operations; there are UPC_CHAR to UPC_LDOUBLE", name);
  if (!upcr_type_has(type, op))
    upcr_no_such_op(name, op, "");
  if (has_root(call))
    upcr_argument_check(call->function, call->dst, "dst");
  else
    upcr_argument_check_start(call->function, call->dst, "dst", "");
  upcr_argument_check_start(call->function, call->src, "src", "");
}

/* Where checked code calls: the thread's part of both arrays. In place they are one; otherwise they have nothing in common. */
static void check_extents(const struct upcr_call *call) {
  size_t vectors = call->which == UPCR_ALL_REDUCE_SCATTER ? (size_t)upcr_self.threads : 1;
  unsigned long own = upcr_pts_make((unsigned long)upcr_self.mythread, 0);
  struct upcr_extent src = {call->src | own, call->nbytes * vectors}, dst = {call->dst | own, call->nbytes};
  if (has_root(call))
    dst.start = call->dst;
  if (call->which != UPCR_ALL_REDUCE_SCATTER && src.start == dst.start)
    upcr_extent_check(call->function, dst, "update");
  else
    upcr_extents_check(call->function, src, dst, "src and dst");
}

void upcr_reduce_vectors(struct upcr_call *call, const struct upcr_reduction *r, int type, int flags) {
  call->dst = r->dst.p;
  call->src = r->src.p;
  call->nbytes = r->type ? r->nelems * r->type->size : 0;
  call->reduction = r;
  if (has_root(call))
    call->root = (int)upcr_thread(call->dst);
  upcr_call_enter(call, flags, (uint64_t)type << 32 | (unsigned)r->op);
  check(call, r->type, r->op);
  if (upcr_check_on())
    check_extents(call);
  upcr_call_run(call);
}

static void run(enum upcr_collective which, upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems,
                int flags) {
  struct upcr_reduction r = {.type = upcr_type_of(type), .op = op, .nelems = nelems, .src = src, .dst = dst};
  upcr_reduce_vectors(&(struct upcr_call){.which = which, .function = which}, &r, type, flags);
}

void upcx_all_reduce_all(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems, int flags) {
  run(UPCR_ALL_REDUCE_ALL, dst, src, type, op, nelems, flags);
}

void upcx_all_reduce_scatter(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems, int flags) {
  run(UPCR_ALL_REDUCE_SCATTER, dst, src, type, op, nelems, flags);
}

void upcx_all_reduce_vector(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems, int flags) {
  run(UPCR_ALL_REDUCE_VECTOR, dst, src, type, op, nelems, flags);
}
