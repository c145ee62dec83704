/* SPDX-License-Identifier: Apache-2.0 */
/* <upc_atomic.h>'s operations (UPC 7.6): a function for each operation on each shape of operand,
 * chosen by one indexed jump. A function takes targets that are mapped; everything else, errors
 * included, goes to atomic_any.c. */
#include "../check/check.h"
#include "atomic.h"
#include "atomic_near.h"
#include "library.h"
#include "poll.h"

typedef void handler(upcr_pts_t domain, void *restrict fetch, int op, upcr_ppts_t target,
                     const void *restrict operand1, const void *restrict operand2);

/* Without `fetch`, SET is a store, and the C compiler knows that the previous value is not
 * needed. */
#define HANDLER(NAME, shape, T, OP)                                                                \
  static void NAME(upcr_pts_t domain, void *restrict fetch, int op, upcr_ppts_t target,            \
                   const void *restrict operand1, const void *restrict operand2) {                 \
    T a = {0}, b = {0}, before;                                                                    \
    char *at = upcr_near(target.p);                                                                \
    if (__builtin_expect(!at || target.p == 0 || ((OP) == UPCR_GET && !fetch) ||                   \
                             (((OP)&UPCR_WITH_OPERAND) && !operand1) ||                            \
                             ((OP) == UPCR_CSWAP && !operand2),                                    \
                         0)) {                                                                     \
      upcr_atomic_any(domain, fetch, op, target, operand1, operand2);                              \
      return;                                                                                      \
    }                                                                                              \
    if ((OP)&UPCR_WITH_OPERAND)                                                                    \
      memcpy(&a, operand1, sizeof a);                                                              \
    if ((OP) == UPCR_CSWAP)                                                                        \
      memcpy(&b, operand2, sizeof b);                                                              \
    if (fetch) {                                                                                   \
      before = upcr_near_##shape(OP, at, a, b);                                                    \
      memcpy(fetch, &before, sizeof before);                                                       \
      if ((OP) == UPCR_GET ||                                                                      \
          ((OP) == UPCR_CSWAP && upcr_word_##shape(before) != upcr_word_##shape(a)))               \
        upcr_looked(target.p, upcr_word_##shape(before));                                          \
    } else if ((OP) == UPCR_SET)                                                                   \
      upcr_near_store_##shape(at, a);                                                              \
    else                                                                                           \
      (void)upcr_near_##shape(OP, at, a, b);                                                       \
  }

#define ACCESSOR_HANDLERS(shape, T)                                                                \
  HANDLER(get_##shape, shape, T, UPCR_GET)                                                         \
  HANDLER(set_##shape, shape, T, UPCR_SET)                                                         \
  HANDLER(cswap_##shape, shape, T, UPCR_CSWAP)
#define COMPARING_HANDLERS(shape, T)                                                               \
  HANDLER(min_##shape, shape, T, UPC_MIN)                                                          \
  HANDLER(max_##shape, shape, T, UPC_MAX)
#define SUM_HANDLERS(shape, T)                                                                     \
  HANDLER(add_##shape, shape, T, UPC_ADD)                                                          \
  HANDLER(sub_##shape, shape, T, UPCR_SUB)                                                         \
  HANDLER(mult_##shape, shape, T, UPC_MULT)                                                        \
  HANDLER(inc_##shape, shape, T, UPCR_INC)                                                         \
  HANDLER(dec_##shape, shape, T, UPCR_DEC)
#define BITWISE_HANDLERS(shape, T)                                                                 \
  HANDLER(and_##shape, shape, T, UPC_AND)                                                          \
  HANDLER(or_##shape, shape, T, UPC_OR)                                                            \
  HANDLER(xor_##shape, shape, T, UPC_XOR)
#define FLOATING_HANDLERS(shape, T)                                                                \
  ACCESSOR_HANDLERS(shape, T) COMPARING_HANDLERS(shape, T) SUM_HANDLERS(shape, T)

/* Signs matter to comparisons only. */
FLOATING_HANDLERS(u32, uint32_t)
FLOATING_HANDLERS(u64, uint64_t)
BITWISE_HANDLERS(u32, uint32_t)
BITWISE_HANDLERS(u64, uint64_t)
COMPARING_HANDLERS(i32, int32_t)
COMPARING_HANDLERS(i64, int64_t)
FLOATING_HANDLERS(f32, float)
FLOATING_HANDLERS(f64, double)
ACCESSOR_HANDLERS(pts, upcr_ppts_t)

/* Indexed by the number of the operation's bit. */
#define BIT(op) __builtin_ctz(op)
#define ACCESSORS(shape)                                                                           \
  [BIT(UPCR_GET)] = get_##shape, [BIT(UPCR_SET)] = set_##shape, [BIT(UPCR_CSWAP)] = cswap_##shape
#define COMPARING(shape) [BIT(UPC_MIN)] = min_##shape, [BIT(UPC_MAX)] = max_##shape
#define SUMS(shape)                                                                                \
  [BIT(UPC_ADD)] = add_##shape, [BIT(UPCR_SUB)] = sub_##shape, [BIT(UPC_MULT)] = mult_##shape,     \
  [BIT(UPCR_INC)] = inc_##shape, [BIT(UPCR_DEC)] = dec_##shape
#define BITWISE(shape)                                                                             \
  [BIT(UPC_AND)] = and_##shape, [BIT(UPC_OR)] = or_##shape, [BIT(UPC_XOR)] = xor_##shape

static handler *const handlers[UPCR_SHAPES][UPCR_ATOMIC_OPS] = {
    [UPCR_SHAPE_I32] = {ACCESSORS(u32), COMPARING(i32), SUMS(u32), BITWISE(u32)},
    [UPCR_SHAPE_U32] = {ACCESSORS(u32), COMPARING(u32), SUMS(u32), BITWISE(u32)},
    [UPCR_SHAPE_I64] = {ACCESSORS(u64), COMPARING(i64), SUMS(u64), BITWISE(u64)},
    [UPCR_SHAPE_U64] = {ACCESSORS(u64), COMPARING(u64), SUMS(u64), BITWISE(u64)},
    [UPCR_SHAPE_F32] = {ACCESSORS(f32), COMPARING(f32), SUMS(f32)},
    [UPCR_SHAPE_F64] = {ACCESSORS(f64), COMPARING(f64), SUMS(f64)},
    [UPCR_SHAPE_PTS] = {ACCESSORS(pts)},
};

/* A domain has only operations that its shape permits, which the table has. */
void upc_atomic_relaxed(upcr_pts_t domain, void *restrict fetch_ptr, int op, upcr_ppts_t target,
                        const void *restrict operand1, const void *restrict operand2) {
  if (__builtin_expect(!upcr_is_domain(domain) || (op & upcr_domain_ops(domain)) == 0 ||
                           (op & (op - 1)) != 0,
                       0) ||
      upcr_check_on())
    upcr_atomic_any(domain, fetch_ptr, op, target, operand1, operand2);
  else
    handlers[upcr_domain_shape(domain)][BIT(op)](domain, fetch_ptr, op, target, operand1, operand2);
}

void upc_atomic_strict(upcr_pts_t domain, void *restrict fetch_ptr, int op, upcr_ppts_t target,
                       const void *restrict operand1, const void *restrict operand2) {
  upcr_ppts_t ignored; /* makes SET an exchange */
  void *fetch = fetch_ptr || op != UPCR_SET ? fetch_ptr : &ignored;
  upcr_settle_far();
  if (upcr_atomic_is_rmw(op, upcr_domain_shape(domain) < UPCR_SHAPE_F32) && upcr_near(target.p)) {
    upcr_fence_beside_rmw();
    upc_atomic_relaxed(domain, fetch, op, target, operand1, operand2);
    upcr_fence_beside_rmw();
  } else {
    upcr_full_fence();
    upc_atomic_relaxed(domain, fetch, op, target, operand1, operand2);
    upcr_settle_far(); /* a far one without `fetch` was sent only */
    upcr_full_fence();
  }
}
