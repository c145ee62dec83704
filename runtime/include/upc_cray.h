/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics of Cray UPC that programs use: on 64-bit integers of shared memory, relaxed, so that they
 * order no other access. _amo_afadd_upc and _amo_acswap_upc return the previous value;
 * _amo_acswap_upc writes `value` where it finds `expected`. New programs use <upc_atomic.h>, whose
 * domains networks can offload. */
#pragma GCC system_header
#pragma upc upc_code
#ifndef UPC_CRAY_H
#define UPC_CRAY_H

#include <bupc_extensions.h>

static inline long _amo_afadd_upc(shared void *object, long operand) {
  return bupc_atomicI64_fetchadd_relaxed(object, operand);
}

static inline void _amo_aadd_upc(shared void *object, long operand) {
  bupc_atomicI64_fetchadd_relaxed(object, operand);
}

static inline long _amo_acswap_upc(shared void *object, long expected, long value) {
  return bupc_atomicI64_cswap_relaxed(object, expected, value);
}

#endif
