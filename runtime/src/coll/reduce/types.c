/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of <upc_collective.h> that compute, for every type. */
#include <stdbool.h>
#include <upc_types.h>

#include "../../core/library.h"
#include "../functions.h"
#include "reduction.h"

/* An operation is told from the others once a call of a kernel, not once an element: each has
 * loops of its own, which the compiler vectorises (this file is compiled for speed). */
#define UPCR_KERNEL static inline __attribute__((always_inline))
#define UPCR_FOR_OP(op, kernel, ...)                                                               \
  switch (op) {                                                                                    \
  case UPC_ADD:                                                                                    \
    kernel(UPC_ADD, __VA_ARGS__);                                                                  \
    break;                                                                                         \
  case UPC_MULT:                                                                                   \
    kernel(UPC_MULT, __VA_ARGS__);                                                                 \
    break;                                                                                         \
  case UPC_MIN:                                                                                    \
    kernel(UPC_MIN, __VA_ARGS__);                                                                  \
    break;                                                                                         \
  case UPC_MAX:                                                                                    \
    kernel(UPC_MAX, __VA_ARGS__);                                                                  \
    break;                                                                                         \
  case UPCR_OP_FUNC:                                                                               \
  case UPCR_OP_NONCOMM_FUNC:                                                                       \
    kernel(UPCR_OP_FUNC, __VA_ARGS__);                                                             \
    break;                                                                                         \
  default: /* bitwise and logical */                                                               \
    kernel(op, __VA_ARGS__);                                                                       \
  }

/* Elements of a group of a scan. Of long double, whose operations share a stack, one alone is
 * fastest. */
#define UPCR_SCAN_GROUP(type) (sizeof(type) > 8 ? 1 : sizeof(type) < 4 ? 4 : 8)

/* Results at once of a fold: eight registers of 16 bytes. */
#define UPCR_FOLD_LANES(type) (sizeof(type) > 8 ? 1 : 128 / (int)sizeof(type))

#define SUFFIX C
#define TYPE signed char
#define INTEGRAL 1
#include "type.h"

#define SUFFIX UC
#define TYPE unsigned char
#define INTEGRAL 1
#include "type.h"

#define SUFFIX S
#define TYPE short
#define INTEGRAL 1
#include "type.h"

#define SUFFIX US
#define TYPE unsigned short
#define INTEGRAL 1
#include "type.h"

#define SUFFIX I
#define TYPE int
#define INTEGRAL 1
#include "type.h"

#define SUFFIX UI
#define TYPE unsigned int
#define INTEGRAL 1
#include "type.h"

#define SUFFIX L
#define TYPE long
#define INTEGRAL 1
#include "type.h"

#define SUFFIX UL
#define TYPE unsigned long
#define INTEGRAL 1
#include "type.h"

#define SUFFIX F
#define TYPE float
#define INTEGRAL 0
#include "type.h"

#define SUFFIX D
#define TYPE double
#define INTEGRAL 0
#include "type.h"

#define SUFFIX LD
#define TYPE long double
#define INTEGRAL 0
#include "type.h"

_Static_assert(sizeof(long long) == sizeof(long) && sizeof(long) == 8 && sizeof(int) == 4 &&
                   sizeof(short) == 2,
               "types of equal size share their kernels");

static const struct upcr_type *own_kernels(int type) {
  switch (type) {
  case UPC_CHAR:
  case UPC_INT8:
    return &type_C;
  case UPC_UCHAR:
  case UPC_UINT8:
    return &type_UC;
  case UPC_SHORT:
  case UPC_INT16:
    return &type_S;
  case UPC_USHORT:
  case UPC_UINT16:
    return &type_US;
  case UPC_INT:
  case UPC_INT32:
    return &type_I;
  case UPC_UINT:
  case UPC_UINT32:
    return &type_UI;
  case UPC_LONG:
  case UPC_LLONG:
  case UPC_INT64:
    return &type_L;
  case UPC_ULONG:
  case UPC_ULLONG:
  case UPC_UINT64:
    return &type_UL;
  case UPC_FLOAT:
    return &type_F;
  case UPC_DOUBLE:
    return &type_D;
  case UPC_LDOUBLE:
    return &type_LD;
  default:
    return 0;
  }
}

const struct upcr_type *upcr_type_of(int type) {
  const struct upcr_type *own = own_kernels(type);
  return own ? upcr_kernels(own) : 0;
}

bool upcr_type_has(const struct upcr_type *type, int op) {
  enum {
    BITWISE = UPC_AND | UPC_OR | UPC_XOR,
    OTHERS = UPC_ADD | UPC_MULT | UPC_LOGAND | UPC_LOGOR | UPC_MIN | UPC_MAX
  };
  bool is_one = op > 0 && (op & (op - 1)) == 0;
  return is_one && (op & (type->integral ? BITWISE | OTHERS : OTHERS)) != 0;
}
