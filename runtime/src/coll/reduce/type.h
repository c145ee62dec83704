/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels and functions of one type: included by types.c for each SUFFIX, TYPE, INTEGRAL. */

typedef TYPE NAME(function_)(TYPE, TYPE);

/* a op b, converted to TYPE as an assignment does. Inlined where op is a constant. */
UPCR_KERNEL TYPE NAME(combine_)(TYPE a, TYPE b, int op, NAME(function_) * func) {
  switch (op) {
  case UPC_ADD:
    return (TYPE)(a + b);
  case UPC_MULT:
    return (TYPE)(a * b);
#if INTEGRAL
  case UPC_AND:
    return (TYPE)(a & b);
  case UPC_OR:
    return (TYPE)(a | b);
  case UPC_XOR:
    return (TYPE)(a ^ b);
#endif
  case UPC_LOGAND:
    return a && b;
  case UPC_LOGOR:
    return a || b;
  case UPC_MIN:
    return a < b ? a : b;
  case UPC_MAX:
    return a > b ? a : b;
  default:
    return func(a, b);
  }
}

/* The loops of the kernels, for one operation. */

/* The result over v[0] .. v[n - 1], n a multiple of LANES. LANES partial results are combined at
 * the end, so that operations overlap. Only for operations of <upc_types.h>, whose operands may
 * change places. */
UPCR_KERNEL void NAME(fold_lanes_op_)(int op, TYPE *acc, const TYPE *v, size_t n) {
  enum { LANES = UPCR_FOLD_LANES(TYPE) };
  TYPE lane[LANES];
  for (int k = 0; k < LANES; k++)
    lane[k] = v[k];
  for (size_t i = LANES; i < n; i += LANES)
    for (int k = 0; k < LANES; k++)
      lane[k] = NAME(combine_)(lane[k], v[i + k], op, 0);
#pragma GCC unroll 8
  for (int half = LANES / 2; half > 0; half /= 2)
    for (int k = 0; k < half; k++)
      lane[k] = NAME(combine_)(lane[k], lane[k + half], op, 0);
  *acc = lane[0];
}

UPCR_KERNEL void NAME(fold_op_)(int op, const struct upcr_reduction *r, void *acc_, const void *v_,
                                size_t n) {
  const TYPE *v = v_;
  TYPE acc = *(TYPE *)acc_;
  for (size_t i = 0; i < n; i++)
    acc = NAME(combine_)(acc, v[i], op, (NAME(function_) *)r->func);
  *(TYPE *)acc_ = acc;
}

/* Scans a group of elements at a time: results within a group do not depend on earlier groups, so
 * only one operation a group waits for the previous one. A function of the user's is called once an
 * element. */
UPCR_KERNEL void NAME(scan_op_)(int op, const struct upcr_reduction *r, void *acc_, void *to_,
                                const void *v_, size_t n) {
  enum { GROUP = UPCR_SCAN_GROUP(TYPE) };
  NAME(function_) *func = (NAME(function_) *)r->func;
  const TYPE *v = v_;
  TYPE *to = to_, acc = *(TYPE *)acc_, sum[GROUP];
  size_t i = 0;
  for (; op != UPCR_OP_FUNC && i + GROUP <= n; i += GROUP) {
    sum[0] = v[i];
    for (int k = 1; k < GROUP; k++)
      sum[k] = NAME(combine_)(sum[k - 1], v[i + k], op, func);
    for (int k = 0; k < GROUP; k++)
      sum[k] = NAME(combine_)(acc, sum[k], op, func);
    for (int k = 0; k < GROUP; k++)
      to[i + k] = sum[k];
    acc = sum[GROUP - 1];
  }
  for (; i < n; i++)
    to[i] = acc = NAME(combine_)(acc, v[i], op, func);
  *(TYPE *)acc_ = acc;
}

/* No element depends on another, also if two of the arrays are one. */
UPCR_KERNEL void NAME(combine_op_)(int op, const struct upcr_reduction *r, void *to_,
                                   const void *a_, const void *b_, size_t n) {
  TYPE *to = to_;
  const TYPE *a = a_, *b = b_;
#pragma GCC ivdep
  for (size_t i = 0; i < n; i++)
    to[i] = NAME(combine_)(a[i], b[i], op, (NAME(function_) *)r->func);
}

/* A function of its own, so that short folds, which other threads wait for, need no stack for
 * lanes. */
__attribute__((noinline)) static TYPE NAME(fold_lanes_)(const struct upcr_reduction *r,
                                                        const TYPE *v, size_t n) {
  TYPE acc = 0;
  UPCR_FOR_OP(r->op, NAME(fold_lanes_op_), &acc, v, n);
  return acc;
}

static void NAME(fold_)(const struct upcr_reduction *r, void *acc_, bool any, const void *v_,
                        size_t n) {
  enum { LANES = UPCR_FOLD_LANES(TYPE) };
  bool by_lanes = LANES > 1 && n >= 2 * LANES && !(r->op & (UPCR_OP_FUNC | UPCR_OP_NONCOMM_FUNC));
  size_t folded = by_lanes ? n - n % LANES : 0;
  TYPE *acc = acc_, of_lanes;
  const TYPE *v = v_, *rest = v + folded;
  upcr_charge_fold(n * sizeof(TYPE));
  if (by_lanes)
    of_lanes = NAME(fold_lanes_)(r, v, folded);
  n -= folded;
  if (!any) {
    *acc = by_lanes ? of_lanes : *rest++;
    n -= !by_lanes;
  } else if (by_lanes)
    UPCR_FOR_OP(r->op, NAME(fold_op_), r, acc, &of_lanes, 1);
  if (n > 0)
    UPCR_FOR_OP(r->op, NAME(fold_op_), r, acc, rest, n);
}

static void NAME(scan_)(const struct upcr_reduction *r, void *acc, void *to, const void *v,
                        size_t n) {
  upcr_charge_fold(n * sizeof(TYPE));
  UPCR_FOR_OP(r->op, NAME(scan_op_), r, acc, to, v, n);
}

static void NAME(combine_all_)(const struct upcr_reduction *r, void *to, const void *a,
                               const void *b, size_t n) {
  upcr_charge_fold(n * sizeof(TYPE));
  UPCR_FOR_OP(r->op, NAME(combine_op_), r, to, a, b, n);
}

static const struct upcr_type NAME(type_) = {sizeof(TYPE), INTEGRAL, NAME(fold_), NAME(scan_),
                                             NAME(combine_all_)};

#define FUNCTION(name, NAME_)                                                                      \
  void NAME(upc_all_##name)(upcr_ppts_t dst, upcr_ppts_t src, int op, size_t nelems,               \
                            size_t blk_size, NAME(function_) * func, int flags) {                  \
    upcr_compute_call(                                                                             \
        &(struct upcr_call){.which = UPCR_ALL_##NAME_, .function = UPCR_ALL_##NAME_},              \
        &(struct upcr_reduction){&NAME(type_), op, (void (*)(void))func, nelems, blk_size, src,    \
                                 dst},                                                             \
        flags, "upc_all_" #name TEXT(SUFFIX));                                                     \
  }
FUNCTION(reduce, REDUCE)
FUNCTION(prefix_reduce, PREFIX_REDUCE)
#undef FUNCTION

#undef SUFFIX
#undef TYPE
