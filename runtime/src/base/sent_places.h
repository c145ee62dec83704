/* SPDX-License-Identifier: Apache-2.0 */
/* Messages and bytes by the place in the program that sent them, if the user requests it
 * (UPC_COUNT_LINES). Each thread has its own table, keyed by the call stack. */
#ifndef UPCR_BASE_SENT_PLACES_H
#define UPCR_BASE_SENT_PLACES_H

#include <stddef.h>
#include <stdint.h>

#include "settings.h"

#define UPCR_SENT_FRAMES 12 /* return addresses that are kept of a stack, innermost first */

struct upcr_sent_place {
  void *pc[UPCR_SENT_FRAMES];
  int depth; /* 0: an unused entry */
  uint64_t messages, bytes;
};

/* The calling thread's entries; *n is their number, with unused ones among them. Null if there are
 * none. */
const struct upcr_sent_place *upcr_sent_places(size_t *n);

void upcr_sent_from_here(size_t bytes);

/* Every transport calls it for a message with so many bytes of payload. */
static inline void upcr_sent_note(size_t bytes) {
  if (__builtin_expect(upcr_settings.count_lines, 0))
    upcr_sent_from_here(bytes);
}

#endif
