/* SPDX-License-Identifier: Apache-2.0 */
/* The supervisor's own standard output and error. Writing never blocks, so that signals and deaths
 * are served while the reader is slow: what cannot be written yet is queued. */
#ifndef UPCR_BOOT_SINK_H
#define UPCR_BOOT_SINK_H

#include <stddef.h>

struct upcr_sink {
  int fd;
  int way;    /* enum in sink.c: how to write without blocking */
  int error;  /* errno of the write that failed for good, 0: none; then everything put is dropped */
  char *data; /* queue: data[start .. start + len) */
  size_t start, len, capacity;
};

/* fd: an open descriptor. */
void upcr_sink_open(struct upcr_sink *sink, int fd);

/* Takes n bytes of text: writes what goes now, queues a copy of the rest. */
void upcr_sink_put(struct upcr_sink *sink, const char *text, size_t n);

/* Writes what goes now of the queue. */
void upcr_sink_flush(struct upcr_sink *sink);

#endif
