/* SPDX-License-Identifier: Apache-2.0 */
/* The single-valued arguments of a thread's last collective (core/single_valued.h). They are
 * recorded with its calls (collective_calls.h) and its arrivals at barriers (arrivals.h). */
#ifndef UPCR_CHECK_ARGUMENTS_H
#define UPCR_CHECK_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <upcr/upcr.h>

#include "../base/atomics.h"

enum { UPCR_ARGUMENTS = 16 };

struct upcr_arguments {
  bool known; /* checked code made the call */
  uint64_t value[UPCR_ARGUMENTS];
};

/* A digest of the values. The products are independent, so the processor overlaps them. */
static inline uint32_t upcr_arguments_digest(const struct upcr_arguments *arguments) {
  uint64_t mixed = 0;
  for (int i = 0; i < UPCR_ARGUMENTS; i++) {
    uint64_t product = arguments->value[i] * 0x9e3779b97f4a7c15u;
    mixed += product << 3 * i | product >> 1 >> (63 - 3 * i);
  }
  return (uint32_t)(mixed >> 32 ^ mixed);
}

/* Set before the thread enters the call. */
extern UPCR_PER_THREAD struct upcr_arguments upcr_arguments_now
    __attribute__((visibility("hidden")));

#endif
