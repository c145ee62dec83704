/* SPDX-License-Identifier: Apache-2.0 */
/* Names and sizes of the events of <gasp_upc.h> and <gasp_c.h>. */
#ifndef UPCR_INST_TOOL_EVENTS_H
#define UPCR_INST_TOOL_EVENTS_H

#include <gasp.h>
#include <stddef.h>

enum { UPCR_TOOL_TAGS = 0x78 /* tags below are the runtime's own */ };

/* The event's name, such as "upc_memget"; 0: no such event. */
const char *upcr_event_name(unsigned tag);

/* Bytes in the arguments of a start event: of a transfer, an allocation, a block of a collective,
 * or the elements of a reduction; else 0. Sets `peer` to the thread to which the data of a transfer
 * or access belong, another than `thread` if there is one; else to -1. */
size_t upcr_event_bytes(unsigned tag, int thread, int *peer, va_list arguments);

#endif
