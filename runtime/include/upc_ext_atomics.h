/* Atomics of IBM XL UPC, on int, unsigned int, long, unsigned long and the integers of 32 and 64 bits. */
#pragma GCC system_header
#pragma upc upc_code
#ifndef UPC_EXT_ATOMICS_H
#define UPC_EXT_ATOMICS_H

#include <stdint.h>
#include <upc.h>

#include "upcr/typed_atomics.h"
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
#include "upcr/typed_atomics_end.h"

#endif
