/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of <upc_collective.h> that compute, for every type. */
#include <stdbool.h>
#include <upc_types.h>

#include "../../core/library.h"
#include "../call.h"
#include "reduction.h"

/* A kernel selects the operation once a call, not once an element: each operation has its own
 * loops, which the compiler vectorises (this file is compiled for speed). */
#define UPCR_KERNEL static inline __attribute__((always_inline))
#define UPCR_FOR_OP(op, kernel, ...)                                                               \
  do {                                                                                             \
    if ((op) == UPC_ADD)                                                                           \
      kernel(UPC_ADD, __VA_ARGS__);                                                                \
    else if ((op) == UPC_MULT)                                                                     \
      kernel(UPC_MULT, __VA_ARGS__);                                                               \
    else if ((op) == UPC_MIN)                                                                      \
      kernel(UPC_MIN, __VA_ARGS__);                                                                \
    else if ((op) == UPC_MAX)                                                                      \
      kernel(UPC_MAX, __VA_ARGS__);                                                                \
    else if ((op) >= UPCR_OP_FUNC)                                                                 \
      kernel(UPCR_OP_FUNC, __VA_ARGS__);                                                           \
    else /* bitwise and logical */                                                                 \
      kernel(op, __VA_ARGS__);                                                                     \
  } while (0)

/* Elements of a group in a scan. For long double, whose operations share a stack, one running
 * result is fastest. */
#define UPCR_SCAN_GROUP(type) (sizeof(type) > 8 ? 1 : sizeof(type) < 4 ? 4 : 8)

/* Results at once of a fold: eight registers of 16 bytes. */
#define UPCR_FOLD_LANES(type) (sizeof(type) > 8 ? 1 : 128 / (int)sizeof(type))

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define NAME(stem) PASTE(stem, SUFFIX)
#define TEXT_(suffix) #suffix
#define TEXT(suffix) TEXT_(suffix)

#define INTEGRAL 1
#define SUFFIX C
#define TYPE signed char
#include "type.h"
#define SUFFIX UC
#define TYPE unsigned char
#include "type.h"
#define SUFFIX S
#define TYPE short
#include "type.h"
#define SUFFIX US
#define TYPE unsigned short
#include "type.h"
#define SUFFIX I
#define TYPE int
#include "type.h"
#define SUFFIX UI
#define TYPE unsigned int
#include "type.h"
#define SUFFIX L
#define TYPE long
#include "type.h"
#define SUFFIX UL
#define TYPE unsigned long
#include "type.h"
#undef INTEGRAL
#define INTEGRAL 0
#define SUFFIX F
#define TYPE float
#include "type.h"
#define SUFFIX D
#define TYPE double
#include "type.h"
#define SUFFIX LD
#define TYPE long double
#include "type.h"

_Static_assert(sizeof(long long) == sizeof(long) && sizeof(long) == 8 && sizeof(int) == 4 &&
                   sizeof(short) == 2,
               "types of equal size share their kernels");

const struct upcr_type *upcr_type_of(int type) {
  static const struct upcr_type *const known[] = {
      [UPC_CHAR] = &type_C,    [UPC_UCHAR] = &type_UC,  [UPC_SHORT] = &type_S,
      [UPC_USHORT] = &type_US, [UPC_INT] = &type_I,     [UPC_UINT] = &type_UI,
      [UPC_LONG] = &type_L,    [UPC_ULONG] = &type_UL,  [UPC_LLONG] = &type_L,
      [UPC_ULLONG] = &type_UL, [UPC_INT8] = &type_C,    [UPC_UINT8] = &type_UC,
      [UPC_INT16] = &type_S,   [UPC_UINT16] = &type_US, [UPC_INT32] = &type_I,
      [UPC_UINT32] = &type_UI, [UPC_INT64] = &type_L,   [UPC_UINT64] = &type_UL,
      [UPC_FLOAT] = &type_F,   [UPC_DOUBLE] = &type_D,  [UPC_LDOUBLE] = &type_LD};
  return type >= 0 && type < (int)(sizeof known / sizeof *known) ? known[type] : 0;
}

bool upcr_type_has(const struct upcr_type *type, int op) {
  int bitwise = UPC_AND | UPC_OR | UPC_XOR, all = 2 * UPC_MAX - 1;
  return op > 0 && (op & (op - 1)) == 0 && (op & (type->integral ? all : all & ~bitwise)) != 0;
}
