/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "sink.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/sockets.h"

/* A pipe takes this much in one piece once poll says that there is room (POSIX PIPE_BUF on Linux).
 */
enum { PIECE = 4096 };

enum way {
  WRITE_FILE,      /* regular files do not make us wait */
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
