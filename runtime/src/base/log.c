/* SPDX-License-Identifier: Apache-2.0 */
#include "log.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MESSAGE_MAX = 4096, HEAD_MAX = 1200, FILE_MAX = 1024 };

static struct upcr_log_hooks hooks;
static int no_warn;
static bool (*hold_warning)(const char *text, size_t n);

void upcr_log_set_hooks(const struct upcr_log_hooks *given) { hooks = *given; }

void upcr_log_no_warn(int off) { no_warn = off; }

void upcr_log_hold_warnings(bool (*hold)(const char *text, size_t n)) { hold_warning = hold; }

int upcr_fail(char *err, size_t errlen, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  vsnprintf(err, errlen, fmt, args);
  va_end(args);
  return -1;
}

int upcr_write_all(int fd, const char *text, size_t n) {
  while (n > 0) {
    ssize_t done = write(fd, text, n);
    if (done >= 0) {
      text += done;
      n -= (size_t)done;
    } else if (errno == EAGAIN) {
      struct pollfd room = {.fd = fd, .events = POLLOUT};
      poll(&room, 1, 1000);
    } else if (errno != EINTR) {
      return -1;
    }
  }
  return 0;
}

/* "upcr: thread T: FILE:LINE: kind" or "upcr: on HOST: kind", as far as they are known. Its length,
 * below HEAD_MAX. */
static int print_head(char text[HEAD_MAX], const char *kind) {
  int line = 0, n = snprintf(text, HEAD_MAX, "upcr: ");
  int thread = hooks.thread ? hooks.thread() : -1;
  const char *file = hooks.place ? hooks.place(&line) : 0;
  if (thread >= 0)
    n += snprintf(text + n, HEAD_MAX - (size_t)n, "thread %d: ", thread);
  else if (hooks.host && *hooks.host())
    n += snprintf(text + n, HEAD_MAX - (size_t)n, "on %s: ", hooks.host());
  if (file && strlen(file) < FILE_MAX)
    n += snprintf(text + n, HEAD_MAX - (size_t)n, "%s:%d: ", file, line);
  return n + snprintf(text + n, HEAD_MAX - (size_t)n, "%s", kind);
}

/* The whole message; its length, below MESSAGE_MAX. */
static size_t compose(char text[MESSAGE_MAX], const char *kind, const char *fmt, va_list args) {
  int head = print_head(text, kind);
  int body = vsnprintf(text + head, MESSAGE_MAX - (size_t)head - 1, fmt, args);
  size_t n = (size_t)head + (body < 0 ? 0 : (size_t)body);
  if (n > MESSAGE_MAX - 2)
    n = MESSAGE_MAX - 2;
  text[n++] = '\n';
  return n;
}

static bool hand_over(const char *text, size_t n) {
  return hooks.hand_over && hooks.hand_over(text, n);
}

/* A thread that freezes prints its message before it claims the end of the job: the job does not
 * end before the claim. */
_Noreturn static void end_with(int status, const char *fmt, va_list args) {
  bool freezes = hooks.freezes && hooks.freezes();
  if (!freezes && hooks.claim)
    hooks.claim(status);
  char text[MESSAGE_MAX];
  size_t n = compose(text, "", fmt, args);
  if (freezes || !hand_over(text, n)) {
    upcr_write_all(STDERR_FILENO, text,
                   n); /* one write: a message is never mixed with another process's */
    if (hooks.print_caller)
      hooks.print_caller();
  }
  if (freezes) {
    hooks.freeze();
    hooks.claim(status);
    hand_over("", 0);
  }
  if (hooks.end)
    hooks.end(status);
  _exit(status);
}

_Noreturn void upcr_fatal(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  end_with(1, fmt, args);
}

_Noreturn void upcr_fatal_after_end(int status, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  end_with(status & 0xff ? status & 0xff : 1, fmt, args);
}

void upcr_warn(const char *fmt, ...) {
  if (no_warn)
    return;
  char text[MESSAGE_MAX];
  va_list args;
  va_start(args, fmt);
  size_t n = compose(text, "warning: ", fmt, args);
  va_end(args);
  if (!hold_warning || !hold_warning(text, n))
    upcr_write_all(STDERR_FILENO, text, n);
}
