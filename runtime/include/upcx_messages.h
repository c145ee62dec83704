/* SPDX-License-Identifier: Apache-2.0 */
/* How many messages a thread's accesses took. Beyond UPC 1.3; docs/network.md explains it by
 * example. */
#pragma GCC system_header
#ifndef UPCX_MESSAGES_H
#define UPCX_MESSAGES_H

#include <stdint.h>

typedef struct upcx_messages {
  uint64_t messages; /* requests, and puts and gets of the network */
  uint64_t bytes; /* of data in them, to the other thread or from it: headers and replies that carry
                     none do not count */
} upcx_messages_t;

/* Counts of what the calling thread has sent since its start to threads whose memory is not mapped
 * in its process: those of other nodes, and where upcrun -pshm-width says so those of other groups.
 * Messages that the library sends for the thread count (those of barriers between nodes do not);
 * what is gathered to be sent later does not yet. */
upcx_messages_t upcx_messages(void);

#endif
