/* SPDX-License-Identifier: Apache-2.0 */
/* The events of <gasp_upc.h> and <gasp_c.h>: names for people, and how many bytes each is about. */
#ifndef UPCR_INST_TOOL_EVENTS_H
#define UPCR_INST_TOOL_EVENTS_H

#include <gasp.h>
#include <stddef.h>

enum { UPCR_TOOL_TAGS = 0x70 /* tags below are the runtime's own */ };

/* "upc_memget"; 0: there is no such event. */
const char *upcr_event_name(unsigned tag);

/* Bytes that its arguments at the start name: of a transfer, an allocation, a block of a
 * collective, the elements of a reduction; else 0. `peer`: the thread that the data of a
 * transfer or access belong to, another than `thread` if there is one; else -1. */
size_t upcr_event_bytes(unsigned tag, int thread, int *peer, va_list arguments);

#endif
