/* SPDX-License-Identifier: Apache-2.0 */
/* Messages and bytes by the place in the program that sent them, if the user requests it
 * (UPC_COUNT_LINES). Each thread has its own table, keyed by the call stack. */
#ifndef UPCR_BASE_MESSAGE_SITES_H
#define UPCR_BASE_MESSAGE_SITES_H

#include <stddef.h>
#include <stdint.h>

#include "settings.h"

#define UPCR_SENT_FRAMES 12 /* return addresses that are kept of a stack, innermost first */

struct upcr_message_site {
  void *pc[UPCR_SENT_FRAMES];
  int depth; /* 0: an unused entry */
  uint64_t messages, bytes;
};

/* The calling thread's entries; *n is their number, with unused ones among them. Null if there are
 * none. */
const struct upcr_message_site *upcr_message_sites(size_t *n);

/* Adds a message with so many bytes to the entry of the call stack. */
void upcr_message_count_site(size_t bytes);

/* Every transport calls it for a message with so many bytes of payload. */
static inline void upcr_sent_note(size_t bytes) {
  if (__builtin_expect(upcr_settings.count_lines, 0))
    upcr_message_count_site(bytes);
}

#endif
