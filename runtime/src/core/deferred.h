/* SPDX-License-Identifier: Apache-2.0 */
/* Handles of operations that a layer above the core carries out: upc_sync and upc_sync_attempt take
 * them too. */
#ifndef UPCR_CORE_DEFERRED_H
#define UPCR_CORE_DEFERRED_H

#include <stdatomic.h>
#include <stdbool.h>

/* In every such handle, and in none of a transfer. */
#define UPCR_DEFERRED (1ul << 63)

struct upcr_deferred {
  /* True once the operation is complete; the handle is void then. Goes on with it before it
   * answers. */
  bool (*test)(unsigned long handle);
  void (*wait)(unsigned long handle);
};

/* Set before the first such handle is given; 0: there is none. */
extern const struct upcr_deferred *_Atomic upcr_deferred;

#endif
