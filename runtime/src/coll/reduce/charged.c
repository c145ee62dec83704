/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of a simulated job: each charges the bytes that it folds, then does what the type's own
 * does. A job that is not simulated has the types' own, and pays nothing. */
#include "reduction.h"

struct charged {
  struct upcr_type type; /* first: a reduction's type leads to the rest */
  const struct upcr_type *plain;
};

/* The reduction as the type's own kernels know it. */
static struct upcr_reduction charge(const struct upcr_reduction *r, size_t n) {
  struct upcr_reduction plain = *r;
  plain.type = ((const struct charged *)r->type)->plain;
  upcr_charge_fold(n * plain.type->size);
  return plain;
}

static void fold(const struct upcr_reduction *r, void *acc, bool any, const void *v, size_t n) {
  struct upcr_reduction plain = charge(r, n);
  plain.type->fold(&plain, acc, any, v, n);
}

static void scan(const struct upcr_reduction *r, void *acc, void *to, const void *v, size_t n) {
  struct upcr_reduction plain = charge(r, n);
  plain.type->scan(&plain, acc, to, v, n);
}

static void combine(const struct upcr_reduction *r, void *acc, const void *v, size_t n) {
  struct upcr_reduction plain = charge(r, n);
  plain.type->combine(&plain, acc, v, n);
}

static void zip(const struct upcr_reduction *r, void *to, const void *a, const void *b, size_t n) {
  struct upcr_reduction plain = charge(r, n);
  plain.type->zip(&plain, to, a, b, n);
}

const struct upcr_type *upcr_charged(const struct upcr_type *plain) {
  enum { TYPES = 16 };
  static struct charged known[TYPES];
  int i = 0;
  while (known[i].plain && known[i].plain != plain)
    i++;
  known[i] = (struct charged){{plain->size, plain->integral, fold, scan, combine, zip}, plain};
  return &known[i].type;
}
