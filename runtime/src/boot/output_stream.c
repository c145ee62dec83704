/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "output_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "boot.h"
#include "bootstrap/io.h"

enum { RECEIVE_BYTES = 256 << 10, SOCKET_BYTES = 1 << 20, PARTIAL_BYTES = 1 << 20 };

/* A writer pauses if it has written nothing for PAUSE and does not run. The partial line of one
 * that computes is shown after LONG_PAUSE. The line of a writer that only waits for a processor is
 * not cut. */
static const int64_t PAUSE = 30 * 1000000L, LONG_PAUSE = 300 * 1000000L;

static char received[RECEIVE_BYTES];

int upcr_stream_open(struct upcr_stream *stream, struct upcr_sink *sink) {
  int ends[2], on = 1, bytes = SOCKET_BYTES;
  memset(stream, 0, sizeof *stream);
  stream->sink = sink;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return -1;
  stream->read_fd = ends[0];
  stream->write_fd = ends[1];
  setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &bytes,
             sizeof bytes); /* as much as the system allows */
  return setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
}

static ssize_t receive(struct upcr_stream *stream, pid_t *writer) {
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof(struct ucred))];
  } control;
  struct iovec part = {received, sizeof received};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t n = recvmsg(stream->read_fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  *writer = 0;
  for (struct cmsghdr *c = CMSG_FIRSTHDR(&message); n > 0 && c; c = CMSG_NXTHDR(&message, c))
    if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_CREDENTIALS) {
      struct ucred sender;
      memcpy(&sender, CMSG_DATA(c), sizeof sender);
      *writer = sender.pid;
    }
  return n;
}

static struct upcr_partial *find(struct upcr_stream *stream, pid_t writer) {
  for (size_t i = 0; i < stream->partials; i++)
    if (stream->partial[i].writer == writer)
      return &stream->partial[i];
  return 0;
}

static struct upcr_partial *add(struct upcr_stream *stream, pid_t writer) {
  if (stream->partials == stream->capacity) {
    size_t capacity = stream->capacity * 2 + 16;
    struct upcr_partial *grown = realloc(stream->partial, capacity * sizeof *grown);
    if (!grown)
      return 0;
    stream->partial = grown;
    stream->capacity = capacity;
  }
  struct upcr_partial *partial = &stream->partial[stream->partials++];
  *partial = (struct upcr_partial){.writer = writer};
  return partial;
}

static void pass(struct upcr_stream *stream, struct upcr_partial *partial) {
  upcr_sink_put(stream->sink, partial->data, partial->len);
  free(partial->data);
  *partial = stream->partial[--stream->partials];
}

/* Room for n more bytes of partial. */
static int grow(struct upcr_partial *partial, size_t n) {
  if (partial->len + n <= partial->capacity)
    return 0;
  size_t capacity = (partial->len + n) * 2;
  char *data = realloc(partial->data, capacity);
  if (!data)
    return -1;
  partial->data = data;
  partial->capacity = capacity;
  return 0;
}

/* The bytes text[n] hold no newline: they wait for the rest of their line, unless that grows beyond
 * bounds. */
static void keep(struct upcr_stream *stream, pid_t writer, const char *text, size_t n,
                 int64_t now) {
  struct upcr_partial *partial = find(stream, writer);
  if (!partial && !(partial = add(stream, writer))) {
    upcr_sink_put(stream->sink, text, n);
    return;
  }
  if (partial->len + n > PARTIAL_BYTES || grow(partial, n) != 0) {
    pass(stream, partial);
    upcr_sink_put(stream->sink, text, n);
    return;
  }
  memcpy(partial->data + partial->len, text, n);
  partial->len += n;
  partial->since = now;
  partial->look_at = now + PAUSE;
}

/* Whole lines: in one piece with their beginning. */
static void pass_lines(struct upcr_stream *stream, pid_t writer, const char *text, size_t n) {
  struct upcr_partial *partial = find(stream, writer);
  if (!partial) {
    upcr_sink_put(stream->sink, text, n);
    return;
  }
  if (grow(partial, n) != 0) {
    pass(stream, partial);
    upcr_sink_put(stream->sink, text, n);
    return;
  }
  memcpy(partial->data + partial->len, text, n);
  partial->len += n;
  pass(stream, partial);
}

int upcr_stream_read(struct upcr_stream *stream, int64_t now) {
  pid_t writer;
  if (stream->read_fd < 0)
    return 0;
  ssize_t n = receive(stream, &writer);
  if (n < 0 && (errno == EAGAIN || errno == EINTR))
    return 0;
  if (n <= 0) {
    upcr_stream_pass_all(stream);
    close(stream->read_fd);
    stream->read_fd = -1;
    return 0;
  }
  const char *newline = memrchr(received, '\n', (size_t)n);
  size_t lines = newline ? (size_t)(newline - received) + 1 : 0;
  if (lines > 0)
    pass_lines(stream, writer, received, lines);
  if (lines < (size_t)n)
    keep(stream, writer, received + lines, (size_t)n - lines, now);
  return 1;
}

static int runs(pid_t pid) {
  char state;
  pid_t parent;
  return upcr_boot_process_state(pid, &state, &parent) == 0 && state == 'R';
}

void upcr_stream_pass_paused(struct upcr_stream *stream, int64_t now) {
  for (size_t i = 0; i < stream->partials;) {
    struct upcr_partial *partial = &stream->partial[i];
    if (now < partial->look_at)
      i++;
    else if (now - partial->since < LONG_PAUSE && runs(partial->writer)) {
      partial->look_at = now + PAUSE;
      i++;
    } else
      pass(stream, partial); /* another takes its place */
  }
}

void upcr_stream_pass_all(struct upcr_stream *stream) {
  while (stream->partials > 0)
    pass(stream, &stream->partial[0]);
}

int64_t upcr_stream_due(const struct upcr_stream *stream) {
  int64_t due = INT64_MAX;
  for (size_t i = 0; i < stream->partials; i++)
    if (stream->partial[i].look_at < due)
      due = stream->partial[i].look_at;
  return due;
}

/* A pipe takes this much in one piece once poll says that there is room (POSIX PIPE_BUF on Linux).
 */
enum { PIECE = 4096 };

enum way {
  WRITE_FILE,      /* regular files do not block */
  WRITE_NONBLOCK,  /* an own open file with O_NONBLOCK: the flag is not shared with other users of
                      the descriptor */
  WRITE_SEND,      /* a socket: MSG_DONTWAIT */
  WRITE_WHEN_READY /* anything else: poll, then a small piece */
};

void upcr_sink_open(struct upcr_sink *sink, int fd) {
  struct stat status;
  memset(sink, 0, sizeof *sink);
  sink->fd = fd;
  sink->way = WRITE_WHEN_READY;
  if (fstat(fd, &status) != 0)
    return;
  if (S_ISREG(status.st_mode))
    sink->way = WRITE_FILE;
  else if (S_ISSOCK(status.st_mode))
    sink->way = WRITE_SEND;
  else if (S_ISFIFO(status.st_mode) || isatty(fd)) {
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    int own = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (own >= 0) {
      sink->fd = own;
      sink->way = WRITE_NONBLOCK;
    }
  }
}

static ssize_t write_piece(struct upcr_sink *sink, const char *text, size_t n) {
  struct pollfd room = {.fd = sink->fd, .events = POLLOUT};
  switch ((enum way)sink->way) {
  case WRITE_SEND:
    return upcr_send(sink->fd, text, n, MSG_DONTWAIT | MSG_NOSIGNAL);
  case WRITE_WHEN_READY:
    if (poll(&room, 1, 0) == 0)
      return errno = EAGAIN, -1;
    return write(sink->fd, text, n < PIECE ? n : PIECE);
  default:
    return write(sink->fd, text, n);
  }
}

/* Returns how many bytes went; fewer than n when the reader is slow or gone. */
static size_t write_now(struct upcr_sink *sink, const char *text, size_t n) {
  size_t done = 0;
  while (done < n) {
    ssize_t step = write_piece(sink, text + done, n - done);
    if (step >= 0)
      done += (size_t)step;
    else if (errno == EAGAIN)
      break;
    else if (errno != EINTR) {
      sink->error = errno;
      sink->len = 0;
      return n;
    }
  }
  return done;
}

static void enqueue(struct upcr_sink *sink, const char *text, size_t n) {
  if (sink->start > 0 && sink->start + sink->len + n > sink->capacity) {
    memmove(sink->data, sink->data + sink->start, sink->len);
    sink->start = 0;
  }
  if (sink->len + n > sink->capacity) {
    size_t capacity = (sink->len + n) * 2;
    char *data = realloc(sink->data, capacity);
    if (!data) {
      sink->error = ENOMEM;
      sink->len = 0;
      return;
    }
    sink->data = data;
    sink->capacity = capacity;
  }
  memcpy(sink->data + sink->start + sink->len, text, n);
  sink->len += n;
}

void upcr_sink_flush(struct upcr_sink *sink) {
  if (sink->error || sink->len == 0)
    return;
  size_t done = write_now(sink, sink->data + sink->start, sink->len);
  if (sink->error)
    return;
  sink->start += done;
  sink->len -= done;
  if (sink->len == 0)
    sink->start = 0;
}

void upcr_sink_put(struct upcr_sink *sink, const char *text, size_t n) {
  if (sink->error)
    return;
  size_t done = sink->len == 0 ? write_now(sink, text, n) : 0;
  if (!sink->error && done < n)
    enqueue(sink, text + done, n - done);
}
