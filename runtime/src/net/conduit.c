/* SPDX-License-Identifier: Apache-2.0 */
/* What all conduits share of the interface; and those whose libraries had no headers when the
 * runtime was built. */
#include "conduit.h"

static bool never(void) { return false; }
bool (*upcr_conduit_is_over)(void) = never;

#ifdef UPCR_WITHOUT_OFI
const struct upcr_conduit *const upcr_conduit_ofi = 0;
#endif
#ifdef UPCR_WITHOUT_UCX
const struct upcr_conduit *const upcr_conduit_ucx = 0;
#endif
