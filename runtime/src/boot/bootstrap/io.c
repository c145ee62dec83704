/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "io.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../../base/system.h"
#include "../../base/log.h"

int upcr_bootstrap_seconds = 120;

int64_t upcr_bootstrap_deadline(int seconds) {
  return upcr_clock_ns() + (int64_t)seconds * 1000000000;
}

int upcr_bootstrap_wait(int fd, short events, int64_t deadline) {
  for (;;) {
    int64_t left = (deadline - upcr_clock_ns()) / 1000000;
    struct pollfd wait = {.fd = fd, .events = events};
    int ready = poll(&wait, 1, left < 0 ? 0 : (int)left + 1);
    if (ready > 0)
      return 0;
    if (ready < 0 && errno != EINTR)
      return -1;
    if (upcr_clock_ns() >= deadline) {
      errno = ETIMEDOUT;
      return -1;
    }
  }
}

static int is_to_try_again(void) {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

int upcr_bootstrap_read(int fd, void *to, size_t n, int64_t deadline) {
  for (size_t have = 0; have < n;) {
    if (upcr_bootstrap_wait(fd, POLLIN, deadline) != 0)
      return -1;
    ssize_t got = read(fd, (char *)to + have, n - have);
    if (got > 0)
      have += (size_t)got;
    else if (got == 0) {
      errno = ECONNRESET;
      return -1;
    } else if (!is_to_try_again())
      return -1;
  }
  return 0;
}

/* A launcher may give a pipe instead of a socket. */
static ssize_t send_some(int fd, const char *from, size_t n) {
  ssize_t sent = upcr_send(fd, from, n, MSG_NOSIGNAL | MSG_DONTWAIT);
  return sent < 0 && errno == ENOTSOCK ? write(fd, from, n) : sent;
}

int upcr_bootstrap_write(int fd, const void *from, size_t n, int64_t deadline) {
  for (size_t done = 0; done < n;) {
    if (upcr_bootstrap_wait(fd, POLLOUT, deadline) != 0)
      return -1;
    ssize_t sent = send_some(fd, (const char *)from + done, n - done);
    if (sent >= 0)
      done += (size_t)sent;
    else if (!is_to_try_again())
      return -1;
  }
  return 0;
}

int upcr_bootstrap_number(const char *variable, int least, int most, int *number, char *err,
                          size_t errlen) {
  const char *text = getenv(variable);
  char *end;
  if (!text)
    return upcr_fail(err, errlen, "%s is not set, which the launcher sets with its other variables",
                     variable);
  errno = 0;
  long value = strtol(text, &end, 10);
  if (errno || end == text || *end || value < least || value > most)
    return upcr_fail(err, errlen, "%s is '%s', which must be a whole number from %d to %d",
                     variable, text, least, most);
  *number = (int)value;
  return 0;
}

void upcr_bootstrap_print_reason(const char *why) {
  char line[1024];
  int n = *why ? snprintf(line, sizeof line, "upcr: %.1000s\n", why) : 0;
  upcr_write_all(STDERR_FILENO, line, (size_t)n);
  nanosleep(&(struct timespec){.tv_nsec = 100000000}, 0);
}
