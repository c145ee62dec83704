/* SPDX-License-Identifier: Apache-2.0 */
/* Output of all processes of the job: one socket pair, whose receiving end is told each piece's
 * writer, in the order of writing. Whole lines are passed on at once; a line's beginning when its
 * writer pauses, or ends. */
#ifndef UPCR_BOOT_OUTPUT_STREAM_H
#define UPCR_BOOT_OUTPUT_STREAM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The beginning of a line. */
struct upcr_partial {
  pid_t writer;
  char *data;
  size_t len, capacity;
  int64_t since;   /* when its last piece came, nanoseconds */
  int64_t look_at; /* when to test whether the writer pauses */
};

struct upcr_stream {
  int read_fd, write_fd; /* -1: closed */
  struct upcr_sink *sink;
  struct upcr_partial *partial; /* [partials], unordered */
  size_t partials, capacity;
};

/* Returns 0, or -1 with errno. write_fd is for the processes; the supervisor closes its own after
 * the last fork. */
int upcr_stream_open(struct upcr_stream *stream, struct upcr_sink *sink);

/* Takes and forwards one piece. Returns 1, or 0 if there is none now. Closes read_fd at the end of
 * the last writer. */
int upcr_stream_read(struct upcr_stream *stream, int64_t now);

/* Passes on the partial lines of writers that pause. Call when upcr_stream_read gave 0. */
void upcr_stream_pass_paused(struct upcr_stream *stream, int64_t now);

/* Passes on all partial lines. */
void upcr_stream_pass_all(struct upcr_stream *stream);

/* When upcr_stream_pass_paused is due, INT64_MAX: never. */
int64_t upcr_stream_due(const struct upcr_stream *stream);

/* The supervisor's own standard output and error. Writing never blocks, so that signals and deaths
 * are served while the reader is slow: what cannot be written yet is queued. */

struct upcr_sink {
  int fd;
  int way;    /* enum in output_stream.c: how to write without blocking */
  int error;  /* errno of the write that failed for good, 0: none; then everything put is dropped */
  char *data; /* queue: data[start .. start + len) */
  size_t start, len, capacity;
};

/* fd: an open descriptor. */
void upcr_sink_open(struct upcr_sink *sink, int fd);

/* Takes n bytes of text: writes as much as possible, queues a copy of the rest. */
void upcr_sink_put(struct upcr_sink *sink, const char *text, size_t n);

/* Writes as much of the queue as possible. */
void upcr_sink_flush(struct upcr_sink *sink);

#endif
