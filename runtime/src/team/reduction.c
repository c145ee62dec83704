#include "reduction.h"

#include <upc_types.h>

#include "../base/log.h"
#include "../core/op_text.h"
#include "arguments.h"

enum { BITWISE = UPC_AND | UPC_OR | UPC_XOR, OTHERS = UPC_ADD | UPC_MULT | UPC_LOGAND | UPC_LOGOR | UPC_MIN | UPC_MAX };

static int operations_of(int type, const struct upcr_type *kernels) {
  if (upcr_pair_type(type))
    return UPC_MIN | UPC_MAX;
  return kernels->integral ? BITWISE | OTHERS : OTHERS;
}

static struct upcr_reduction of_own(enum upcr_collective function, int op, size_t nelems) {
  struct upcr_reduction r;
  if (!upcr_own_op(op, &r))
    upcr_fatal("%s: UPCX_ELEMENT goes with an operation that upcx_op_create gave; %#x is none",
               upcr_collective_name(function), (unsigned)op);
  r.nelems = nelems;
  return r;
}

struct upcr_reduction upcr_team_reduction(enum upcr_collective function, int type, int op, size_t nelems) {
  if (type == UPCX_ELEMENT)
    return of_own(function, op, nelems);
  const struct upcr_type *pair = upcr_pair_type(type), *kernels = pair ? pair : upcr_type_of(type);
  const char *name = upcr_collective_name(function);
  if (!kernels)
    upcr_fatal("%s: type %d has no operations; there are UPC_CHAR to UPC_LDOUBLE, UPCX_INT_AT to UPCX_DOUBLE_AT, and "
               "UPCX_ELEMENT",
               name, type);
  if (op <= 0 || (op & (op - 1)) || (op & ~operations_of(type, kernels)))
    upcr_no_such_op(name, op, "");
  return (struct upcr_reduction){.type = kernels, .op = op, .nelems = nelems};
}

/* Numbers of own operations may differ from thread to thread. */
uint32_t upcr_team_reduction_digest(uint32_t digest, const struct upcr_reduction *r, int type, int op) {
  uint64_t operation = type == UPCX_ELEMENT ? upcr_is_commutative(r) : (unsigned)op;
  return upcr_digest(upcr_digest(digest, (unsigned)type), operation << 32 | (r->type->size & 0xffffffff));
}

struct upcr_op *upcr_team_reduce_call(upcx_team_t team, enum upcr_collective function, upcr_ppts_t dst, upcr_ppts_t src,
                                      int type, int operation, size_t nelems, int flags, int may) {
  struct upcr_reduction r = upcr_team_reduction(function, type, operation, nelems);
  uint32_t digest = upcr_team_reduction_digest(upcr_team_digest(dst.p, src.p, nelems), &r, type, operation);
  struct upcr_op *op = upcr_team_call(team, function, flags, may, digest);
  op->reduction = r;
  return op;
}

struct upcr_op *upcr_team_reduce_call_private(upcx_team_t team, enum upcr_collective function, int root, int type,
                                              int operation, size_t nelems) {
  struct upcr_reduction r = upcr_team_reduction(function, type, operation, nelems);
  uint32_t digest = upcr_team_reduction_digest(upcr_team_digest(0, (unsigned)root, nelems), &r, type, operation);
  struct upcr_op *op = upcr_team_call_private(team, function, digest);
  op->reduction = r;
  return op;
}

struct upcr_op *upcr_team_reduce_staged(upcx_team_t team, enum upcr_collective function, void *dst, const void *src,
                                        size_t vectors, int type, int operation, size_t nelems, char **copy) {
  struct upcr_op *op = upcr_team_reduce_call_private(team, function, 0, type, operation, nelems);
  size_t n = upcr_vector_bytes(&op->reduction), all = n * vectors;
  upcr_team_check_private(op->function, dst, n, "dst");
  *copy = upcr_team_stage(op, src, all, all);
  return op;
}
