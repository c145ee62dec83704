/* SPDX-License-Identifier: Apache-2.0 */
#include "op.h"

#include <string.h>
#include <upc_types.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../coll/constants.h"
#include "../core/atomic.h"

/* Minimum and maximum with their index. Among equal values the lowest index wins, so the result
 * does not depend on the order of the operands. */

#define PAIR(name, T, I)                                                                           \
  struct name {                                                                                    \
    T value;                                                                                       \
    I index;                                                                                       \
  };                                                                                               \
  static bool name##_precedes(const struct name *a, const struct name *b, int op) {                \
    if (a->value == b->value)                                                                      \
      return a->index < b->index;                                                                  \
    return op == UPC_MIN ? a->value < b->value : a->value > b->value;                              \
  }                                                                                                \
  static void name##_combine(const struct upcr_reduction *r, void *to_, const void *a_,            \
                             const void *b_, size_t n) {                                           \
    struct name *to = to_;                                                                         \
    const struct name *a = a_, *b = b_;                                                            \
    for (size_t i = 0; i < n; i++)                                                                 \
      to[i] = name##_precedes(&b[i], &a[i], r->op) ? b[i] : a[i];                                  \
  }                                                                                                \
  static const struct upcr_type name##_type = {.size = sizeof(struct name),                        \
                                               .combine = name##_combine};
PAIR(int_at, int, int)
PAIR(long_at, long, long)
PAIR(float_at, float, int)
PAIR(double_at, double, long)

/* The kernels of UPCX_INT_AT to UPCX_DOUBLE_AT; 0 for other types. */
static const struct upcr_type *pair_type(int type) {
  static const struct upcr_type *const known[] = {&int_at_type, &long_at_type, &float_at_type,
                                                  &double_at_type};
  return type >= UPCX_INT_AT && type <= UPCX_DOUBLE_AT ? known[type - UPCX_INT_AT] : 0;
}

static struct upcr_reduction of_own(enum upcr_collective function, int op, size_t nelems) {
  struct upcr_reduction r;
  if (!upcr_own_op(op, &r))
    upcr_fatal("%s: UPCX_ELEMENT goes with an operation that upcx_op_create gave; %#x is none",
               upcr_collective_name(function), (unsigned)op);
  r.nelems = nelems;
  return r;
}

struct upcr_reduction upcr_team_reduction(enum upcr_collective function, int type, int op,
                                          size_t nelems) {
  if (type == UPCX_ELEMENT)
    return of_own(function, op, nelems);
  const struct upcr_type *pair = pair_type(type), *kernels = pair ? pair : upcr_type_of(type);
  const char *name = upcr_collective_name(function);
  if (!kernels)
    upcr_fatal("%s: type %d has no operations; there are UPC_CHAR to UPC_LDOUBLE, UPCX_INT_AT to "
               "UPCX_DOUBLE_AT, and "
               "UPCX_ELEMENT",
               name, type);
  if (pair ? op != UPC_MIN && op != UPC_MAX : !upcr_type_has(kernels, op))
    upcr_no_such_op(name, op, "");
  return (struct upcr_reduction){.type = kernels, .op = op, .nelems = nelems};
}

/* Numbers of own operations may differ from thread to thread. */
uint32_t upcr_team_reduction_digest(uint32_t digest, const struct upcr_reduction *r, int type,
                                    int op) {
  uint64_t operation = type == UPCX_ELEMENT ? upcr_is_commutative(r) : (unsigned)op;
  return upcr_digest(upcr_digest(digest, (unsigned)type),
                     operation << 32 | (r->type->size & 0xffffffff));
}

/* Operations that the program defines: a table of each thread's own, by number. */

enum { FIRST = 1 << 16 /* beyond the bits of <upc_types.h> */, OWN_OPS = 64 };

static UPCR_PER_THREAD struct own_op {
  struct upcr_type type; /* size 0: free */
  upcx_function_t *function;
  bool commutes;
} own[OWN_OPS];

/* The program's function overwrites its left operand. Where that must not be, or the result goes to
 * the place of the right one, it works on a copy. */
static void combine(const struct upcr_reduction *r, void *to, const void *a, const void *b,
                    size_t n) {
  _Alignas(16) char left[UPCR_CHUNK_BYTES];
  size_t size = r->type->size, bytes = n * size, most = sizeof left / size * size;
  upcx_function_t *function = (upcx_function_t *)r->func;
  if (to != b) {
    if (to != a)
      memcpy(to, a, bytes);
    return function(to, b, n);
  }
  for (size_t at = 0, some; at < bytes; at += some) {
    some = bytes - at < most ? bytes - at : most;
    memcpy(left, (const char *)a + at, some);
    function(left, (const char *)b + at, some / size);
    memcpy((char *)to + at, left, some);
  }
}

int upcx_op_create(size_t elem_size, upcx_function_t *function, int commutes) {
  int i = 0;
  if (elem_size == 0 || elem_size > UPCR_CHUNK_BYTES || !function)
    upcr_fatal(
        "upcx_op_create: an operation needs a function and elements of 1 to %d bytes, not %zu",
        UPCR_CHUNK_BYTES, elem_size);
  while (i < OWN_OPS && own[i].type.size)
    i++;
  if (i == OWN_OPS)
    upcr_fatal(
        "upcx_op_create: there are %d operations already, and no room for more; see upcx_op_free",
        OWN_OPS);
  own[i] = (struct own_op){{.size = elem_size, .combine = combine}, function, commutes != 0};
  return FIRST + i;
}

bool upcr_own_op(int op, struct upcr_reduction *r) {
  if (op < FIRST || op >= FIRST + OWN_OPS || own[op - FIRST].type.size == 0)
    return false;
  struct own_op *o = &own[op - FIRST];
  *r = (struct upcr_reduction){.type = &o->type,
                               .op = o->commutes ? UPCR_OP_FUNC : UPCR_OP_NONCOMM_FUNC,
                               .func = (void (*)(void))o->function};
  return true;
}

void upcx_op_free(int op) {
  struct upcr_reduction r;
  if (!upcr_own_op(op, &r))
    upcr_fatal("upcx_op_free: %#x is no operation that upcx_op_create gave", (unsigned)op);
  own[op - FIRST].type.size = 0;
}
