/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics of IBM XL UPC, on int, unsigned int, long, unsigned long and the integers of 32 and 64
 * bits. */
#pragma GCC system_header
#pragma upc upc_code
#ifndef UPC_EXT_ATOMICS_H
#define UPC_EXT_ATOMICS_H

#include <stdint.h>
#include <upc.h>

/* Each returns the previous value. Whole names are passed to the macros: <complex.h> defines I as a
 * macro, and programs define others. */
#define upcr_atomic_of_order_(NAME, T, order)                                                      \
  T NAME##_read_##order(shared void *ptr);                                                         \
  void NAME##_set_##order(shared void *ptr, T val);                                                \
  T NAME##_swap_##order(shared void *ptr, T val);                                                  \
  T NAME##_cswap_##order(shared void *ptr, T oldval, T newval);                                    \
  T NAME##_fetchadd_##order(shared void *ptr, T op);                                               \
  T NAME##_fetchand_##order(shared void *ptr, T op);                                               \
  T NAME##_fetchor_##order(shared void *ptr, T op);                                                \
  T NAME##_fetchxor_##order(shared void *ptr, T op);                                               \
  T NAME##_fetchnot_##order(shared void *ptr);
#define upcr_atomic_integer_(NAME, T)                                                              \
  upcr_atomic_of_order_(NAME, T, strict) upcr_atomic_of_order_(NAME, T, relaxed)
/* clang-format off */
upcr_atomic_integer_(xlupc_atomicI, int)
upcr_atomic_integer_(xlupc_atomicUI, unsigned int)
upcr_atomic_integer_(xlupc_atomicL, long)
upcr_atomic_integer_(xlupc_atomicUL, unsigned long)
upcr_atomic_integer_(xlupc_atomicI32, int32_t)
upcr_atomic_integer_(xlupc_atomicU32, uint32_t)
upcr_atomic_integer_(xlupc_atomicI64, int64_t)
upcr_atomic_integer_(xlupc_atomicU64, uint64_t)
/* clang-format on */
#undef upcr_atomic_of_order_
#undef upcr_atomic_integer_

#endif
