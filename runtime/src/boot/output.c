/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READS_PER_ROUND = 32 };

static int is_writable(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

static int same_file(int a, int b) {
  struct stat x, y;
  return fstat(a, &x) == 0 && fstat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static struct upcr_stream *add_stream(struct upcr_output *output) {
  size_t count = (size_t)output->stream_count + 1;
  struct upcr_stream *streams = realloc(output->streams, count * sizeof *streams);
  if (!streams)
    return 0;
  output->streams = streams;
  return &streams[output->stream_count++];
}

/* Returns the processes' end of a new stream to fd, -1 with errno. */
static int open_stream(struct upcr_output *output, int fd) {
  struct upcr_sink *sink = &output->sinks[output->sink_count++];
  struct upcr_stream *stream = add_stream(output);
  upcr_sink_open(sink, fd);
  return stream && upcr_stream_open(stream, sink) == 0 ? stream->write_fd : -1;
}

/* Without a sink of its own, as that descriptor cannot be written, text goes to the other one or
 * nowhere. */
int upcr_output_add(struct upcr_output *output, int which, int fd) {
  struct upcr_sink *sink = which == 0 && output->fds[0] >= 0 ? &output->sinks[0] : output->errors;
  struct upcr_stream *stream = sink ? add_stream(output) : 0;
  if (!sink) {
    close(fd);
    return 0;
  }
  if (!stream)
    return -1;
  *stream = (struct upcr_stream){.read_fd = fd, .write_fd = -1, .sink = sink};
  return 0;
}

/* Standard output and error that are one file share one stream: their order is kept. */
int upcr_output_open(struct upcr_output *output) {
  memset(output, 0, sizeof *output);
  output->fds[0] = output->fds[1] = -1;
  if (is_writable(STDOUT_FILENO) && (output->fds[0] = open_stream(output, STDOUT_FILENO)) < 0)
    return -1;
  if (!is_writable(STDERR_FILENO))
    return 0;
  if (output->fds[0] >= 0 && same_file(STDOUT_FILENO, STDERR_FILENO))
    output->fds[1] = output->fds[0];
  else if ((output->fds[1] = open_stream(output, STDERR_FILENO)) < 0)
    return -1;
  output->errors = &output->sinks[output->sink_count - 1];
  return 0;
}

void upcr_output_leave(struct upcr_output *output) {
  for (int i = 0; i < output->stream_count; i++)
    close(output->streams[i].read_fd);
  for (int i = 0; i < output->sink_count; i++)
    if (output->sinks[i].fd > STDERR_FILENO)
      close(output->sinks[i].fd);
}

void upcr_output_close_write_ends(struct upcr_output *output) {
  for (int i = 0; i < output->stream_count; i++)
    if (output->streams[i].write_fd >= 0)
      close(output->streams[i].write_fd);
}

static int pump(struct upcr_stream *stream, int64_t now) {
  upcr_sink_flush(stream->sink);
  for (int i = 0; i < READS_PER_ROUND && stream->sink->len == 0; i++)
    if (!upcr_stream_read(stream, now)) {
      upcr_stream_pass_paused(stream, now);
      return 0;
    }
  return stream->sink->len == 0;
}

void upcr_output_print(struct upcr_output *output, const char *text) {
  if (output->errors)
    upcr_sink_put(output->errors, text, strlen(text));
}

/* Output that cannot be written (a full disk) is reported once and makes the job fail; the program
 * continues. */
static void on_failed_write(struct upcr_output *output, const struct upcr_sink *sink) {
  if (output->failed)
    return;
  output->failed = 1;
  const char *name =
      output->fds[0] >= 0 && sink == &output->sinks[0] ? "standard output" : "standard error";
  char text[200];
  snprintf(text, sizeof text, "upcr: cannot write to %s: %s\n", name, strerror(sink->error));
  upcr_output_print(output, text);
}

static void close_stream(struct upcr_stream *stream) {
  if (stream->read_fd >= 0)
    close(stream->read_fd);
  stream->read_fd = -1;
}

int upcr_output_pump(struct upcr_output *output, int64_t now, int *reader_gone) {
  int more = 0;
  for (int i = 0; i < output->stream_count; i++) {
    struct upcr_stream *stream = &output->streams[i];
    more |= pump(stream, now);
    int error = stream->sink->error;
    if (error == EPIPE || error == ECONNRESET) {
      *reader_gone = 1;
      close_stream(stream); /* a process that continues writing gets the error */
    } else if (error) {
      on_failed_write(output, stream->sink);
    }
  }
  return more;
}

void upcr_output_pass_all(struct upcr_output *output) {
  for (int i = 0; i < output->stream_count; i++)
    upcr_stream_pass_all(&output->streams[i]);
}

int upcr_output_pending(const struct upcr_output *output) {
  for (int i = 0; i < output->sink_count; i++)
    if (output->sinks[i].len > 0)
      return 1;
  return 0;
}

int upcr_output_fds(const struct upcr_output *output) {
  return output->stream_count + output->sink_count;
}

int upcr_output_wait_set(const struct upcr_output *output, struct pollfd *fds, int64_t *due) {
  int n = 0;
  for (int i = 0; i < output->stream_count; i++) {
    const struct upcr_stream *stream = &output->streams[i];
    if (stream->sink->len > 0)
      continue;
    int64_t stream_due = upcr_stream_due(stream);
    *due = stream_due < *due ? stream_due : *due;
    fds[n++] = (struct pollfd){.fd = stream->read_fd, .events = POLLIN};
  }
  for (int i = 0; i < output->sink_count; i++)
    if (output->sinks[i].len > 0)
      fds[n++] = (struct pollfd){.fd = output->sinks[i].fd, .events = POLLOUT};
  return n;
}
