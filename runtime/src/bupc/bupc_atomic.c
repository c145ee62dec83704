/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics of <bupc_extensions.h> and <upc_ext_atomics.h>. Each function has one type and one
 * operation, so a call with a mapped target performs only the operation. Calls with other targets
 * use <upc_atomic.h>. */
#include <stdbool.h>
#include <upc_types.h>

#include "../check/check.h"
#include "../core/atomic_near.h"
#include "../core/library.h"
#include "../core/poll.h"
#include "bupc_library.h"

/* The address of a mapped target. 0 where the general form is needed: in checked code, for null,
 * and for far targets. */
static inline char *fast_target(upcr_ppts_t target) {
  return target.p != 0 && !upcr_check_on() ? upcr_near(target.p) : (char *)0;
}

static inline __attribute__((always_inline)) void fence(bool strict, bool rmw) {
  if (strict)
    upcr_settle_far();
  if (strict && rmw)
    upcr_fence_beside_rmw();
  else if (strict)
    upcr_full_fence();
}

static __attribute__((cold)) void perform(int type, int op, bool strict, upcr_ppts_t target,
                                          void *before, const void *operand1,
                                          const void *operand2) {
  upcr_pts_t domain = upcr_atomicdomain(type, op);
  if (strict)
    upc_atomic_strict(domain, before, op, target, operand1, operand2);
  else
    upc_atomic_relaxed(domain, before, op, target, operand1, operand2);
}

/* Performs OP on a mapped target directly, on any other in the general form. */
#define PERFORM(T, code, shape, ptr, OP, strict, before, a, b)                                     \
  do {                                                                                             \
    char *at_ = fast_target(ptr);                                                                  \
    if (__builtin_expect(at_ != 0, 1)) {                                                           \
      fence(strict, upcr_atomic_is_rmw(OP, (code) < UPC_FLOAT));                                   \
      (before) = upcr_near_##shape(OP, at_, a, b);                                                 \
      fence(strict, upcr_atomic_is_rmw(OP, (code) < UPC_FLOAT));                                   \
    } else                                                                                         \
      perform(code, OP, strict, ptr, &(before), (OP) == UPCR_GET ? 0 : &(a),                       \
              (OP) == UPCR_CSWAP ? &(b) : 0);                                                      \
  } while (0)

#define EACH(NAME, T, code, shape, order, name, op, strict)                                        \
  UPCR_EXTENSION T NAME##_##name##_##order(upcr_ppts_t ptr, T operand);                            \
  T NAME##_##name##_##order(upcr_ppts_t ptr, T operand) {                                          \
    T before;                                                                                      \
    PERFORM(T, code, shape, ptr, op, strict, before, operand, operand);                            \
    return before;                                                                                 \
  }
#define ACCESS(NAME, T, code, shape, order, strict)                                                \
  static __attribute__((cold, noinline)) T NAME##_any_##order(int op, upcr_ppts_t ptr, T a, T b) { \
    T before;                                                                                      \
    perform(code, op, strict, ptr, &before, op == UPCR_GET ? 0 : &a, op == UPCR_CSWAP ? &b : 0);   \
    return before;                                                                                 \
  }                                                                                                \
  UPCR_EXTENSION T NAME##_read_##order(upcr_ppts_t ptr);                                           \
  T NAME##_read_##order(upcr_ppts_t ptr) {                                                         \
    char *at = fast_target(ptr);                                                                   \
    T found, none = {0};                                                                           \
    if (__builtin_expect(!at, 0))                                                                  \
      return NAME##_any_##order(UPCR_GET, ptr, none, none);                                        \
    fence(strict, false);                                                                          \
    found = upcr_near_##shape(UPCR_GET, at, none, none);                                           \
    fence(strict, false);                                                                          \
    return upcr_of_word_##shape(found, upcr_looked(ptr.p, upcr_word_##shape(found)));              \
  }                                                                                                \
  UPCR_EXTENSION void NAME##_set_##order(upcr_ppts_t ptr, T val);                                  \
  void NAME##_set_##order(upcr_ppts_t ptr, T val) {                                                \
    char *at = (strict) ? (char *)0 : fast_target(ptr);                                            \
    T before;                                                                                      \
    if (at)                                                                                        \
      upcr_near_store_##shape(at, val);                                                            \
    else                                                                                           \
      PERFORM(T, code, shape, ptr, UPCR_SET, strict, before, val, val);                            \
    (void)before;                                                                                  \
  }                                                                                                \
  UPCR_EXTENSION T NAME##_cswap_##order(upcr_ppts_t ptr, T oldval, T newval);                      \
  T NAME##_cswap_##order(upcr_ppts_t ptr, T oldval, T newval) {                                    \
    char *at = fast_target(ptr);                                                                   \
    if (__builtin_expect(!at, 0))                                                                  \
      return NAME##_any_##order(UPCR_CSWAP, ptr, oldval, newval);                                  \
    fence(strict, upcr_atomic_is_rmw(UPCR_CSWAP, (code) < UPC_FLOAT));                             \
    T found = upcr_near_##shape(UPCR_CSWAP, at, oldval, newval);                                   \
    fence(strict, upcr_atomic_is_rmw(UPCR_CSWAP, (code) < UPC_FLOAT));                             \
    if (upcr_word_##shape(found) == upcr_word_##shape(oldval))                                     \
      return found;                                                                                \
    return upcr_of_word_##shape(found, upcr_looked(ptr.p, upcr_word_##shape(found)));              \
  }                                                                                                \
  EACH(NAME, T, code, shape, order, swap, UPCR_SET, strict)
#define BITWISE(NAME, T, code, shape, order, strict)                                               \
  EACH(NAME, T, code, shape, order, fetchand, UPC_AND, strict)                                     \
  EACH(NAME, T, code, shape, order, fetchor, UPC_OR, strict)                                       \
  EACH(NAME, T, code, shape, order, fetchxor, UPC_XOR, strict)                                     \
  UPCR_EXTENSION T NAME##_fetchnot_##order(upcr_ppts_t ptr);                                       \
  T NAME##_fetchnot_##order(upcr_ppts_t ptr) {                                                     \
    T before, all = (T) ~(T)0;                                                                     \
    PERFORM(T, code, shape, ptr, UPC_XOR, strict, before, all, all);                               \
    return before;                                                                                 \
  }
/* Stores val where mask has ones. */
#define MASKED(NAME, T, code, shape, order, strict)                                                \
  UPCR_EXTENSION T NAME##_mswap_##order(upcr_ppts_t ptr, T mask, T val);                           \
  T NAME##_mswap_##order(upcr_ppts_t ptr, T mask, T val) {                                         \
    T before, seen = NAME##_read_##order(ptr), wanted;                                             \
    do {                                                                                           \
      before = seen;                                                                               \
      wanted = (before & ~mask) | (val & mask);                                                    \
      PERFORM(T, code, shape, ptr, UPCR_CSWAP, strict, seen, before, wanted);                      \
    } while (seen != before);                                                                      \
    return before;                                                                                 \
  }

#define BOTH(WHAT, NAME, T, code, shape)                                                           \
  WHAT(NAME, T, code, shape, strict, true) WHAT(NAME, T, code, shape, relaxed, false)
#define SUM(NAME, T, code, shape, order, strict)                                                   \
  EACH(NAME, T, code, shape, order, fetchadd, UPC_ADD, strict)
#define FLOATING(NAME, T, code, shape)                                                             \
  BOTH(ACCESS, NAME, T, code, shape) BOTH(SUM, NAME, T, code, shape)
#define INTEGER(NAME, T, code, shape)                                                              \
  FLOATING(NAME, T, code, shape) BOTH(BITWISE, NAME, T, code, shape)
#define MASKABLE(NAME, T, code, shape)                                                             \
  INTEGER(NAME, T, code, shape) BOTH(MASKED, NAME, T, code, shape)

MASKABLE(bupc_atomicI, int, UPC_INT, i32)
MASKABLE(bupc_atomicU, unsigned, UPC_UINT, u32)
MASKABLE(bupc_atomicUI, unsigned, UPC_UINT, u32)
MASKABLE(bupc_atomicL, long, UPC_LONG, i64)
MASKABLE(bupc_atomicUL, unsigned long, UPC_ULONG, u64)
MASKABLE(bupc_atomicI32, int32_t, UPC_INT32, i32)
MASKABLE(bupc_atomicU32, uint32_t, UPC_UINT32, u32)
MASKABLE(bupc_atomicI64, int64_t, UPC_INT64, i64)
MASKABLE(bupc_atomicU64, uint64_t, UPC_UINT64, u64)
FLOATING(bupc_atomicF, float, UPC_FLOAT, f32)
FLOATING(bupc_atomicD, double, UPC_DOUBLE, f64)
BOTH(ACCESS, bupc_atomicPTS, upcr_ppts_t, UPC_PTS, pts)

INTEGER(xlupc_atomicI, int, UPC_INT, i32)
INTEGER(xlupc_atomicUI, unsigned, UPC_UINT, u32)
INTEGER(xlupc_atomicL, long, UPC_LONG, i64)
INTEGER(xlupc_atomicUL, unsigned long, UPC_ULONG, u64)
INTEGER(xlupc_atomicI32, int32_t, UPC_INT32, i32)
INTEGER(xlupc_atomicU32, uint32_t, UPC_UINT32, u32)
INTEGER(xlupc_atomicI64, int64_t, UPC_INT64, i64)
INTEGER(xlupc_atomicU64, uint64_t, UPC_UINT64, u64)
