/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic operations on a mapped target. `op` is a constant in every call, so the compiler keeps one
 * case of each function.
 *
 * All are sequentially consistent, and read-modify-writes except GET, a CSWAP of a floating type or
 * a pointer that compares unequal, and the store: upcr_atomic_is_rmw. */
#ifndef UPCR_CORE_ATOMIC_NEAR_H
#define UPCR_CORE_ATOMIC_NEAR_H

#include <stdint.h>
#include <string.h>

#include "../base/atomics.h"
#include "atomic.h"

#define UPCR_INLINE static inline __attribute__((always_inline))

/* True if `op` always performs a read-modify-write, which on some processors is a full fence. */
UPCR_INLINE bool upcr_atomic_is_rmw(int op, bool is_integer) {
  return op != UPCR_GET && (op != UPCR_CSWAP || is_integer);
}

/* An integer type T, and the unsigned type U of its width, in which arithmetic wraps. a and b are
 * the operands. Returns the old value. */
#define UPCR_NEAR_INTEGER_(name, T, U)                                                             \
  UPCR_INLINE T upcr_near_##name(int op, void *target, T a, T b) {                                 \
    U *at = target, old = (U)a;                                                                    \
    switch (op) {                                                                                  \
    case UPCR_GET:                                                                                 \
      return (T)__atomic_load_n(at, __ATOMIC_SEQ_CST);                                             \
    case UPCR_SET:                                                                                 \
      return (T)__atomic_exchange_n(at, (U)a, __ATOMIC_SEQ_CST);                                   \
    case UPCR_CSWAP:                                                                               \
      __atomic_compare_exchange_n(at, &old, (U)b, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);          \
      return (T)old;                                                                               \
    case UPC_ADD:                                                                                  \
      return (T)__atomic_fetch_add(at, (U)a, __ATOMIC_SEQ_CST);                                    \
    case UPCR_SUB:                                                                                 \
      return (T)__atomic_fetch_sub(at, (U)a, __ATOMIC_SEQ_CST);                                    \
    case UPCR_INC:                                                                                 \
      return (T)__atomic_fetch_add(at, (U)1, __ATOMIC_SEQ_CST);                                    \
    case UPCR_DEC:                                                                                 \
      return (T)__atomic_fetch_sub(at, (U)1, __ATOMIC_SEQ_CST);                                    \
    case UPC_AND:                                                                                  \
      return (T)__atomic_fetch_and(at, (U)a, __ATOMIC_SEQ_CST);                                    \
    case UPC_OR:                                                                                   \
      return (T)__atomic_fetch_or(at, (U)a, __ATOMIC_SEQ_CST);                                     \
    case UPC_XOR:                                                                                  \
      return (T)__atomic_fetch_xor(at, (U)a, __ATOMIC_SEQ_CST);                                    \
    default: { /* UPC_MULT, UPC_MIN, UPC_MAX */                                                    \
      U next;                                                                                      \
      old = __atomic_load_n(at, __ATOMIC_RELAXED);                                                 \
      do                                                                                           \
        next = op == UPC_MULT ? old * (U)a : ((T)old < a) == (op == UPC_MIN) ? old : (U)a;         \
      while (!__atomic_compare_exchange_n(at, &old, next, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)); \
      return (T)old;                                                                               \
    }                                                                                              \
    }                                                                                              \
  }                                                                                                \
  UPCR_INLINE void upcr_near_store_##name(void *target, T value) {                                 \
    __atomic_store_n((U *)target, (U)value, __ATOMIC_RELEASE);                                     \
  }

UPCR_NEAR_INTEGER_(i32, int32_t, uint32_t)
UPCR_NEAR_INTEGER_(u32, uint32_t, uint32_t)
UPCR_NEAR_INTEGER_(i64, int64_t, uint64_t)
UPCR_NEAR_INTEGER_(u64, uint64_t, uint64_t)
#undef UPCR_NEAR_INTEGER_

/* A floating type T whose bits are a U. CSWAP compares as the language does: -0.0 == 0.0. */
#define UPCR_NEAR_FLOATING_(name, T, U)                                                            \
  UPCR_INLINE T upcr_value_of_##name(U bits) {                                                     \
    T value;                                                                                       \
    memcpy(&value, &bits, sizeof value);                                                           \
    return value;                                                                                  \
  }                                                                                                \
  UPCR_INLINE U upcr_bits_of_##name(T value) {                                                     \
    U bits;                                                                                        \
    memcpy(&bits, &value, sizeof bits);                                                            \
    return bits;                                                                                   \
  }                                                                                                \
  UPCR_INLINE T upcr_next_##name(int op, T old, T a) {                                             \
    switch (op) {                                                                                  \
    case UPC_ADD:                                                                                  \
      return old + a;                                                                              \
    case UPCR_SUB:                                                                                 \
      return old - a;                                                                              \
    case UPC_MULT:                                                                                 \
      return old * a;                                                                              \
    case UPCR_INC:                                                                                 \
      return old + 1;                                                                              \
    case UPCR_DEC:                                                                                 \
      return old - 1;                                                                              \
    case UPC_MIN:                                                                                  \
      return old < a ? old : a;                                                                    \
    default:                                                                                       \
      return old > a ? old : a; /* UPC_MAX */                                                      \
    }                                                                                              \
  }                                                                                                \
  UPCR_INLINE T upcr_near_##name(int op, void *target, T a, T b) {                                 \
    U *at = target, old, next;                                                                     \
    if (op == UPCR_SET)                                                                            \
      return upcr_value_of_##name(                                                                 \
          __atomic_exchange_n(at, upcr_bits_of_##name(a), __ATOMIC_SEQ_CST));                      \
    old = __atomic_load_n(at, __ATOMIC_SEQ_CST);                                                   \
    if (op == UPCR_GET)                                                                            \
      return upcr_value_of_##name(old);                                                            \
    do {                                                                                           \
      if (op == UPCR_CSWAP && upcr_value_of_##name(old) != a)                                      \
        break;                                                                                     \
      next = upcr_bits_of_##name(                                                                  \
          op == UPCR_CSWAP ? b : upcr_next_##name(op, upcr_value_of_##name(old), a));              \
    } while (!__atomic_compare_exchange_n(at, &old, next, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)); \
    return upcr_value_of_##name(old);                                                              \
  }                                                                                                \
  UPCR_INLINE void upcr_near_store_##name(void *target, T value) {                                 \
    __atomic_store_n((U *)target, upcr_bits_of_##name(value), __ATOMIC_RELEASE);                   \
  }

UPCR_NEAR_FLOATING_(f32, float, uint32_t)
UPCR_NEAR_FLOATING_(f64, double, uint64_t)
#undef UPCR_NEAR_FLOATING_

/* Converts a value to the word by which it is compared (without phase), and back. */
#define UPCR_WORD_INTEGER_(name, T, U)                                                             \
  UPCR_INLINE uint64_t upcr_word_##name(T value) { return (U)value; }                              \
  UPCR_INLINE T upcr_of_word_##name(T value, uint64_t word) { return (void)value, (T)word; }
UPCR_WORD_INTEGER_(i32, int32_t, uint32_t)
UPCR_WORD_INTEGER_(u32, uint32_t, uint32_t)
UPCR_WORD_INTEGER_(i64, int64_t, uint64_t)
UPCR_WORD_INTEGER_(u64, uint64_t, uint64_t)
#undef UPCR_WORD_INTEGER_
UPCR_INLINE uint64_t upcr_word_f32(float value) { return upcr_bits_of_f32(value); }
UPCR_INLINE float upcr_of_word_f32(float value, uint64_t word) { return (void)word, value; }
UPCR_INLINE uint64_t upcr_word_f64(double value) { return upcr_bits_of_f64(value); }
UPCR_INLINE double upcr_of_word_f64(double value, uint64_t word) { return (void)word, value; }
UPCR_INLINE uint64_t upcr_word_pts(upcr_ppts_t value) { return value.p; }
UPCR_INLINE upcr_ppts_t upcr_of_word_pts(upcr_ppts_t value, uint64_t word) {
  return (void)word, value;
}

/* Pointers-to-shared have GET, SET and CSWAP, which compares without their phase. */
UPCR_INLINE upcr_ppts_t upcr_near_pts(int op, void *target, upcr_ppts_t a, upcr_ppts_t b) {
  upcr_ppts_t *at = target, old = upcr_pp_load(at);
  if (op == UPCR_GET)
    return old;
  do {
    if (op == UPCR_CSWAP && old.p != a.p)
      break;
  } while (!upcr_cas_pp(at, &old, op == UPCR_CSWAP ? b : a));
  return old;
}

UPCR_INLINE void upcr_near_store_pts(void *target, upcr_ppts_t value) {
  upcr_pp_store(target, value);
}

#undef UPCR_INLINE

#endif
