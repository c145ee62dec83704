/* SPDX-License-Identifier: Apache-2.0 */
#ifndef UPCR_COLL_REDUCE_CHARGED_H
#define UPCR_COLL_REDUCE_CHARGED_H

#include "../../base/simulated.h"
#include "reduction.h"

/* The kernels of a type for a simulated job, of at most 16 types. Called with the baton (sim/): no
 * other thread runs meanwhile. */
const struct upcr_type *upcr_charged(const struct upcr_type *plain);

/* The kernels that a reduction of the type uses. */
static inline const struct upcr_type *upcr_kernels(const struct upcr_type *own) {
  return upcr_is_simulated() ? upcr_charged(own) : own;
}

#endif
