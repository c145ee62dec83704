/* Atomics of <bupc_extensions.h> and <upc_ext_atomics.h>, by way of those of <upc_atomic.h>. */
#include <stdbool.h>
#include <upc_types.h>

#include "../core/atomic.h"
#include "../core/library.h"
#include "library.h"

static void perform(int type, int op, bool strict, upcr_ppts_t target, void *before, const void *operand1,
                    const void *operand2) {
  upcr_pts_t domain = upcr_atomicdomain(type, op);
  if (strict)
    upc_atomic_strict(domain, before, op, target, operand1, operand2);
  else
    upc_atomic_relaxed(domain, before, op, target, operand1, operand2);
}

#define EACH(NAME, T, code, order, name, op, strict)                                                                   \
  UPCR_EXTENSION T NAME##_##name##_##order(upcr_ppts_t ptr, T operand);                                                \
  T NAME##_##name##_##order(upcr_ppts_t ptr, T operand) {                                                              \
    T before;                                                                                                          \
    perform(code, op, strict, ptr, &before, &operand, 0);                                                              \
    return before;                                                                                                     \
  }
#define ACCESS(NAME, T, code, order, strict)                                                                           \
  UPCR_EXTENSION T NAME##_read_##order(upcr_ppts_t ptr);                                                               \
  T NAME##_read_##order(upcr_ppts_t ptr) {                                                                             \
    T before;                                                                                                          \
    perform(code, UPCR_GET, strict, ptr, &before, 0, 0);                                                               \
    return before;                                                                                                     \
  }                                                                                                                    \
  UPCR_EXTENSION void NAME##_set_##order(upcr_ppts_t ptr, T val);                                                      \
  void NAME##_set_##order(upcr_ppts_t ptr, T val) { perform(code, UPCR_SET, strict, ptr, 0, &val, 0); }                \
  UPCR_EXTENSION T NAME##_cswap_##order(upcr_ppts_t ptr, T oldval, T newval);                                          \
  T NAME##_cswap_##order(upcr_ppts_t ptr, T oldval, T newval) {                                                        \
    T before;                                                                                                          \
    perform(code, UPCR_CSWAP, strict, ptr, &before, &oldval, &newval);                                                 \
    return before;                                                                                                     \
  }                                                                                                                    \
  EACH(NAME, T, code, order, swap, UPCR_SET, strict)
#define BITWISE(NAME, T, code, order, strict)                                                                          \
  EACH(NAME, T, code, order, fetchand, UPC_AND, strict)                                                                \
  EACH(NAME, T, code, order, fetchor, UPC_OR, strict)                                                                  \
  EACH(NAME, T, code, order, fetchxor, UPC_XOR, strict)                                                                \
  UPCR_EXTENSION T NAME##_fetchnot_##order(upcr_ppts_t ptr);                                                           \
  T NAME##_fetchnot_##order(upcr_ppts_t ptr) {                                                                         \
    T before, all = (T) ~(T)0;                                                                                         \
    perform(code, UPC_XOR, strict, ptr, &before, &all, 0);                                                             \
    return before;                                                                                                     \
  }
/* Stores val where mask has ones. */
#define MASKED(NAME, T, code, order, strict)                                                                           \
  UPCR_EXTENSION T NAME##_mswap_##order(upcr_ppts_t ptr, T mask, T val);                                               \
  T NAME##_mswap_##order(upcr_ppts_t ptr, T mask, T val) {                                                             \
    T before, seen, wanted;                                                                                            \
    perform(code, UPCR_GET, strict, ptr, &seen, 0, 0);                                                                 \
    do {                                                                                                               \
      before = seen;                                                                                                   \
      wanted = (before & ~mask) | (val & mask);                                                                        \
      perform(code, UPCR_CSWAP, strict, ptr, &seen, &before, &wanted);                                                 \
    } while (seen != before);                                                                                          \
    return before;                                                                                                     \
  }

#define BOTH(WHAT, NAME, T, code) WHAT(NAME, T, code, strict, true) WHAT(NAME, T, code, relaxed, false)
#define SUM(NAME, T, code, order, strict) EACH(NAME, T, code, order, fetchadd, UPC_ADD, strict)
#define FLOATING(NAME, T, code) BOTH(ACCESS, NAME, T, code) BOTH(SUM, NAME, T, code)
#define INTEGER(NAME, T, code) FLOATING(NAME, T, code) BOTH(BITWISE, NAME, T, code)
#define MASKABLE(NAME, T, code) INTEGER(NAME, T, code) BOTH(MASKED, NAME, T, code)

MASKABLE(bupc_atomicI, int, UPC_INT)
MASKABLE(bupc_atomicU, unsigned, UPC_UINT)
MASKABLE(bupc_atomicUI, unsigned, UPC_UINT)
MASKABLE(bupc_atomicL, long, UPC_LONG)
MASKABLE(bupc_atomicUL, unsigned long, UPC_ULONG)
MASKABLE(bupc_atomicI32, int32_t, UPC_INT32)
MASKABLE(bupc_atomicU32, uint32_t, UPC_UINT32)
MASKABLE(bupc_atomicI64, int64_t, UPC_INT64)
MASKABLE(bupc_atomicU64, uint64_t, UPC_UINT64)
FLOATING(bupc_atomicF, float, UPC_FLOAT)
FLOATING(bupc_atomicD, double, UPC_DOUBLE)
BOTH(ACCESS, bupc_atomicPTS, upcr_ppts_t, UPC_PTS)

INTEGER(xlupc_atomicI, int, UPC_INT)
INTEGER(xlupc_atomicUI, unsigned, UPC_UINT)
INTEGER(xlupc_atomicL, long, UPC_LONG)
INTEGER(xlupc_atomicUL, unsigned long, UPC_ULONG)
INTEGER(xlupc_atomicI32, int32_t, UPC_INT32)
INTEGER(xlupc_atomicU32, uint32_t, UPC_UINT32)
INTEGER(xlupc_atomicI64, int64_t, UPC_INT64)
INTEGER(xlupc_atomicU64, uint64_t, UPC_UINT64)
