/* SPDX-License-Identifier: Apache-2.0 */
/* Value-based collectives of Berkeley UPC: every thread gives a value of type TYPE and gets one.
 * All threads call them, with the same type, root and operation. Operations are those of
 * <upc_types.h>, on arithmetic types. */
#pragma GCC system_header
#pragma upc upc_code
#ifndef BUPC_COLLECTIVEV_H
#define BUPC_COLLECTIVEV_H

#include <stddef.h>
#include <upc.h>
#include <upc_collective.h>
#include <upc_types.h>

#include "upcr/values.h"

#define BUPC_COLLECTIVEV_VERSION_MAJOR 1
#define BUPC_COLLECTIVEV_VERSION_MINOR 2

#define upcr_allv_is_(T, U) __builtin_types_compatible_p(T, U)
/* 0 for types without reductions. */
#define upcr_allv_type_(T)                                                                         \
  (upcr_allv_is_(T, char)                 ? ((char)-1 < 0 ? UPC_CHAR : UPC_UCHAR)                  \
   : upcr_allv_is_(T, signed char)        ? UPC_CHAR                                               \
   : upcr_allv_is_(T, unsigned char)      ? UPC_UCHAR                                              \
   : upcr_allv_is_(T, short)              ? UPC_SHORT                                              \
   : upcr_allv_is_(T, unsigned short)     ? UPC_USHORT                                             \
   : upcr_allv_is_(T, int)                ? UPC_INT                                                \
   : upcr_allv_is_(T, unsigned int)       ? UPC_UINT                                               \
   : upcr_allv_is_(T, long)               ? UPC_LONG                                               \
   : upcr_allv_is_(T, unsigned long)      ? UPC_ULONG                                              \
   : upcr_allv_is_(T, long long)          ? UPC_LLONG                                              \
   : upcr_allv_is_(T, unsigned long long) ? UPC_ULLONG                                             \
   : upcr_allv_is_(T, float)              ? UPC_FLOAT                                              \
   : upcr_allv_is_(T, double)             ? UPC_DOUBLE                                             \
   : upcr_allv_is_(T, long double)        ? UPC_LDOUBLE                                            \
                                          : 0)

#define bupc_allv_broadcast(TYPE, value, rootthread)                                               \
  __extension__({                                                                                  \
    TYPE upcr_v_ = (value);                                                                        \
    upcr_allv_broadcast(&upcr_v_, sizeof(TYPE), (rootthread));                                     \
    upcr_v_;                                                                                       \
  })
#define bupc_allv_scatter(TYPE, rootthread, rootsrcarray)                                          \
  __extension__({                                                                                  \
    TYPE upcr_v_;                                                                                  \
    upcr_allv_scatter(&upcr_v_, sizeof(TYPE), (rootthread), (rootsrcarray));                       \
    upcr_v_;                                                                                       \
  })
#define bupc_allv_gather(TYPE, value, rootthread, rootdestarray)                                   \
  __extension__({                                                                                  \
    TYPE upcr_v_ = (value);                                                                        \
    upcr_allv_gather(&upcr_v_, sizeof(TYPE), (rootthread), (rootdestarray));                       \
  })
#define bupc_allv_gather_all(TYPE, value, destarray)                                               \
  __extension__({                                                                                  \
    TYPE upcr_v_ = (value);                                                                        \
    upcr_allv_gather_all(&upcr_v_, sizeof(TYPE), (destarray));                                     \
  })
#define bupc_allv_exchange(TYPE, srcarray, destarray)                                              \
  __extension__({ upcr_allv_exchange((srcarray), sizeof(TYPE), (destarray)); })
#define bupc_allv_permute(TYPE, value, tothreadid)                                                 \
  __extension__({                                                                                  \
    TYPE upcr_v_ = (value);                                                                        \
    upcr_allv_permute(&upcr_v_, sizeof(TYPE), (tothreadid));                                       \
    upcr_v_;                                                                                       \
  })
#define bupc_allv_reduce(TYPE, value, rootthread, reductionop)                                     \
  __extension__({                                                                                  \
    TYPE upcr_v_ = (value);                                                                        \
    upcr_allv_reduce(&upcr_v_, sizeof(TYPE), upcr_allv_type_(TYPE), (reductionop), (rootthread));  \
    upcr_v_;                                                                                       \
  })
#define bupc_allv_reduce_all(TYPE, value, reductionop)                                             \
  __extension__({                                                                                  \
    TYPE upcr_v_ = (value);                                                                        \
    upcr_allv_reduce_all(&upcr_v_, sizeof(TYPE), upcr_allv_type_(TYPE), (reductionop));            \
    upcr_v_;                                                                                       \
  })
#define bupc_allv_prefix_reduce(TYPE, value, reductionop)                                          \
  __extension__({                                                                                  \
    TYPE upcr_v_ = (value);                                                                        \
    upcr_allv_prefix_reduce(&upcr_v_, sizeof(TYPE), upcr_allv_type_(TYPE), (reductionop));         \
    upcr_v_;                                                                                       \
  })

#endif
