/* Atomics of <bupc_extensions.h>, by way of <upc_atomic.h>'s. */
#include <stdbool.h>
#include <upc_types.h>

#include "../core/library.h"

/* The operations that <upc_atomic.h> adds to <upc_types.h>. */
enum { OP_GET = 1 << 11, OP_SET = 1 << 12, OP_CSWAP = 1 << 13 };

static void perform(int type, int op, bool strict, upcr_ppts_t target, void *before, const void *operand1,
                    const void *operand2) {
  upcr_pts_t domain = upc_all_atomicdomain_alloc(type, op, 0);
  if (strict)
    upc_atomic_strict(domain, before, op, target, operand1, operand2);
  else
    upc_atomic_relaxed(domain, before, op, target, operand1, operand2);
}

#define ACCESS(X, T, code, order, strict)                                                                              \
  T bupc_atomic##X##_read_##order(upcr_ppts_t ptr);                                                                    \
  T bupc_atomic##X##_read_##order(upcr_ppts_t ptr) {                                                                   \
    T before;                                                                                                          \
    perform(code, OP_GET, strict, ptr, &before, 0, 0);                                                                 \
    return before;                                                                                                     \
  }                                                                                                                    \
  void bupc_atomic##X##_set_##order(upcr_ppts_t ptr, T val);                                                           \
  void bupc_atomic##X##_set_##order(upcr_ppts_t ptr, T val) { perform(code, OP_SET, strict, ptr, 0, &val, 0); }        \
  T bupc_atomic##X##_cswap_##order(upcr_ppts_t ptr, T oldval, T newval);                                               \
  T bupc_atomic##X##_cswap_##order(upcr_ppts_t ptr, T oldval, T newval) {                                              \
    T before;                                                                                                          \
    perform(code, OP_CSWAP, strict, ptr, &before, &oldval, &newval);                                                   \
    return before;                                                                                                     \
  }
#define FETCH(X, T, code, name, op, order, strict)                                                                     \
  T bupc_atomic##X##_##name##_##order(upcr_ppts_t ptr, T operand);                                                     \
  T bupc_atomic##X##_##name##_##order(upcr_ppts_t ptr, T operand) {                                                    \
    T before;                                                                                                          \
    perform(code, op, strict, ptr, &before, &operand, 0);                                                              \
    return before;                                                                                                     \
  }
#define BITWISE(X, T, code, order, strict)                                                                             \
  FETCH(X, T, code, fetchand, UPC_AND, order, strict)                                                                  \
  FETCH(X, T, code, fetchor, UPC_OR, order, strict)                                                                    \
  FETCH(X, T, code, fetchxor, UPC_XOR, order, strict)                                                                  \
  T bupc_atomic##X##_fetchnot_##order(upcr_ppts_t ptr);                                                                \
  T bupc_atomic##X##_fetchnot_##order(upcr_ppts_t ptr) { return bupc_atomic##X##_fetchxor_##order(ptr, (T) ~(T)0); }   \
  T bupc_atomic##X##_mswap_##order(upcr_ppts_t ptr, T mask, T val);                                                    \
  T bupc_atomic##X##_mswap_##order(upcr_ppts_t ptr, T mask, T val) {                                                   \
    T before = bupc_atomic##X##_read_##order(ptr), seen = before;                                                      \
    do {                                                                                                               \
      before = seen;                                                                                                   \
      seen = bupc_atomic##X##_cswap_##order(ptr, before, (before & ~mask) | (val & mask));                             \
    } while (seen != before);                                                                                          \
    return before;                                                                                                     \
  }
#define ORDERED(X, T, code, order, strict)                                                                             \
  ACCESS(X, T, code, order, strict)                                                                                    \
  FETCH(X, T, code, swap, OP_SET, order, strict)                                                                       \
  FETCH(X, T, code, fetchadd, UPC_ADD, order, strict)
#define FLOATING(X, T, code) ORDERED(X, T, code, strict, true) ORDERED(X, T, code, relaxed, false)
#define INTEGER(X, T, code) FLOATING(X, T, code) BITWISE(X, T, code, strict, true) BITWISE(X, T, code, relaxed, false)

INTEGER(I, int, UPC_INT)
INTEGER(U, unsigned, UPC_UINT)
INTEGER(UI, unsigned, UPC_UINT)
INTEGER(L, long, UPC_LONG)
INTEGER(UL, unsigned long, UPC_ULONG)
INTEGER(I32, int32_t, UPC_INT32)
INTEGER(U32, uint32_t, UPC_UINT32)
INTEGER(I64, int64_t, UPC_INT64)
INTEGER(U64, uint64_t, UPC_UINT64)
FLOATING(F, float, UPC_FLOAT)
FLOATING(D, double, UPC_DOUBLE)
