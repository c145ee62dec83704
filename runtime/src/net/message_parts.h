/* SPDX-License-Identifier: Apache-2.0 */
/* Messages without replies that share one message: each is a part of it. */
#ifndef UPCR_NET_MESSAGE_PARTS_H
#define UPCR_NET_MESSAGE_PARTS_H

#include "net.h"

enum { UPCR_PART_MOST = 2048 /* bytes of a part's payload at most */ };

/* True if the message can be a part: its payload is short, and its second argument fits into 32
 * bits. */
bool upcr_is_part(const struct upcr_am *message);

/* Bytes of the message as a part, a multiple of 8. */
size_t upcr_part_bytes(const struct upcr_am *message);

/* Writes it at `to`, which is aligned to 8 and has room for it. */
void upcr_part_write(char *to, const struct upcr_am *message);

/* Bytes of data in a message and its reply, of `bytes` bytes together: without the heads of parts,
 * for the counts of upcx_messages. */
static inline size_t upcr_data_bytes(unsigned handler, uint64_t second, size_t bytes) {
  return handler == UPCR_AM_PARTS ? second : bytes;
}

/* Runs the handlers of `parts` messages at `from`, in their order, each with a payload aligned to
 * 16. */
void upcr_parts_run(const char *from, uint64_t parts);

#endif
