/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics on memory that is mapped here; shared by the handlers of active messages and the core's
 * hits. */
#ifndef UPCR_NET_HANDLERS_H
#define UPCR_NET_HANDLERS_H

#include "net.h"

/* Sequentially consistent; `at` is aligned to the width. Fills args->old. */
void upcr_atomic_here(void *at, struct upcr_net_atomic_args *args);

#endif
