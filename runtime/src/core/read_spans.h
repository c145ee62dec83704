/* SPDX-License-Identifier: Apache-2.0 */
/* Spans: pages of far memory that one request fetches (read_spans.c). */
#ifndef UPCR_CORE_READ_SPANS_H
#define UPCR_CORE_READ_SPANS_H

#include <stdbool.h>
#include <upcr/upcr.h>

/* The thread reads p: fetches its page, which is not kept, and others that the thread will probably
 * read. False: nothing tells that more than a line of the page will be read. */
bool upcr_span_fetch(upcr_pts_t p);

/* A page was replaced before it was read. */
void upcr_span_was_vain(void);

/* All pages are past. */
void upcr_span_synchronised(void);

#endif
