/* Least and greatest values and where they are: of equal values the one with the lowest index counts, so that the result does not
 * depend on the order of the operands. */
#include <upc_types.h>

#include "reduction.h"

#define PAIR(name, T, I)                                                                                               \
  struct name {                                                                                                        \
    T value;                                                                                                           \
    I index;                                                                                                           \
  };                                                                                                                   \
  static bool name##_precedes(const struct name *a, const struct name *b, int op) {                                    \
    if (a->value == b->value)                                                                                          \
      return a->index < b->index;                                                                                      \
    return op == UPC_MIN ? a->value < b->value : a->value > b->value;                                                  \
  }                                                                                                                    \
  static void name##_combine(const struct upcr_reduction *r, void *acc_, const void *v_, size_t n) {                   \
    struct name *acc = acc_;                                                                                           \
    const struct name *v = v_;                                                                                         \
    for (size_t i = 0; i < n; i++)                                                                                     \
      if (name##_precedes(&v[i], &acc[i], r->op))                                                                      \
        acc[i] = v[i];                                                                                                 \
  }                                                                                                                    \
  static const struct upcr_type name##_type = {.size = sizeof(struct name), .combine = name##_combine};
PAIR(int_at, int, int)
PAIR(long_at, long, long)
PAIR(float_at, float, int)
PAIR(double_at, double, long)

const struct upcr_type *upcr_pair_type(int type) {
  switch (type) {
  case UPCX_INT_AT:
    return &int_at_type;
  case UPCX_LONG_AT:
    return &long_at_type;
  case UPCX_FLOAT_AT:
    return &float_at_type;
  case UPCX_DOUBLE_AT:
    return &double_at_type;
  default:
    return 0;
  }
}
