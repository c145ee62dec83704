/* SPDX-License-Identifier: Apache-2.0 */
/* The single-valued arguments of a thread's last collective (core/single_valued.h). They are
 * recorded with its calls (collective_calls.h) and its arrivals at barriers (arrivals.h). */
#ifndef UPCR_CHECK_ARGUMENTS_H
#define UPCR_CHECK_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <upcr/upcr.h>

#include "../base/atomics.h"

enum { UPCR_ARGUMENTS = 9 };

struct upcr_arguments {
  bool known; /* checked code made the call */
  uint64_t value[UPCR_ARGUMENTS];
};

/* Set before the thread enters the call. */
extern UPCR_PER_THREAD struct upcr_arguments upcr_arguments_now
    __attribute__((visibility("hidden")));

#endif
