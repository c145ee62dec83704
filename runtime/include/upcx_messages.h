/* SPDX-License-Identifier: Apache-2.0 */
/* The number of messages that a thread has sent, an extension of UPC 1.3 (docs/network.md). */
#pragma GCC system_header
#ifndef UPCX_MESSAGES_H
#define UPCX_MESSAGES_H

#include <stdint.h>

typedef struct upcx_messages {
  uint64_t messages; /* requests, and puts and gets of the network */
  uint64_t bytes;    /* of data in them, in both directions, without headers */
} upcx_messages_t;

/* Messages that the calling thread has sent since its start to threads whose memory is not mapped
 * in its process: those of other nodes, and with upcrun -pshm-width those of other groups. Messages
 * that the library sends for the thread count, except those of barriers between nodes. Accesses
 * gathered for a later message do not count yet. */
upcx_messages_t upcx_messages(void);

#endif
