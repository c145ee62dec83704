/* The functions of <upcx_collective.h>: arguments and their checks. */
#include <upc_types.h>

#include "../base/log.h"
#include "../core/library.h"
#include "reduce/reduction.h"
#include "select.h"

static void check(const struct upcr_call *call, const struct upcr_type *type, int op) {
  const char *name = upcr_collective_name(call->which);
  enum {
    BITWISE = UPC_AND | UPC_OR | UPC_XOR,
    OTHERS = UPC_ADD | UPC_MULT | UPC_LOGAND | UPC_LOGOR | UPC_MIN | UPC_MAX
  };
  if (!type)
    upcr_fatal("%s: this type has no operations; there are UPC_CHAR to UPC_LDOUBLE", name);
  if (op <= 0 || (op & (op - 1)) || (op & ~(type->integral ? BITWISE | OTHERS : OTHERS)))
    upcr_fatal("%s: operation %#x is not one for this type", name, (unsigned)op);
  if (call->dst == 0 || call->src == 0 || upcr_thread(call->dst) != 0 || upcr_thread(call->src) != 0)
    upcr_fatal("%s: dst and src must point to thread 0", name);
}

static void run(enum upcr_collective which, upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems,
                int flags) {
  struct upcr_reduction r = {.type = upcr_type_of(type), .op = op, .nelems = nelems, .src = src, .dst = dst};
  struct upcr_call call = {
      .which = which, .dst = dst.p, .src = src.p, .nbytes = r.type ? nelems * r.type->size : 0, .reduction = &r};
  upcr_call_enter(&call, flags, (uint64_t)type << 32 | (unsigned)op);
  check(&call, r.type, op);
  upcr_call_run(&call);
}

void upcx_all_reduce_all(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems, int flags) {
  run(UPCR_ALL_REDUCE_ALL, dst, src, type, op, nelems, flags);
}

void upcx_all_reduce_scatter(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems, int flags) {
  run(UPCR_ALL_REDUCE_SCATTER, dst, src, type, op, nelems, flags);
}
