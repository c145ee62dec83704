/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of the runtime: one line or block each, written with one write() to standard error. */
#ifndef UPCR_BASE_LOG_H
#define UPCR_BASE_LOG_H

#include <stdbool.h>
#include <stddef.h>

/* Prints "upcr: thread T: message" and ends the whole job with status 1: the supervisor sees the
 * reason and ends the other threads. There is no thread number before threads exist. Where checked
 * code is running the message begins with FILE:LINE; elsewhere the program's line follows below it,
 * as in a backtrace. Only the first caller's message is printed. Callable from any thread, not from
 * a signal handler. */
_Noreturn void upcr_fatal(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* upcr_fatal for an error that only follows from the end of a thread: that thread's exit status
 * becomes the job's, unless it is 0. */
_Noreturn void upcr_fatal_after_end(int status, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints a warning; suppressed by UPC_NO_WARN. */
void upcr_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Writes to err[errlen] why something cannot be done, for the caller to report. Returns -1. */
int upcr_fail(char *err, size_t errlen, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* Callbacks that boot/ gives to this layer; every member may be 0. */
struct upcr_log_hooks {
  int (*thread)(void);       /* number of the calling UPC thread, -1 if it is none */
  const char *(*host)(void); /* where the caller runs, in messages of no thread; "": one host */
  const char *(*place)(
      int *line);        /* source file and line that the thread is known to be at, or 0 */
  bool (*freezes)(void); /* whether an error stops for a debugger before it ends the job */
  void (*freeze)(void);  /* does so */
  void (*claim)(
      int status); /* returns for the first caller that ends the job, never for the others */
  /* Called after `claim`: takes the message, text[n] with its newline, to be printed elsewhere;
   * false: the caller prints it. */
  bool (*hand_over)(const char *text, size_t n);
  /* Called after the message is printed: prints the program's line, unless the message has it. */
  void (*print_caller)(void);
  void (*end)(int status) __attribute__((noreturn)); /* ends the job */
};
void upcr_log_set_hooks(const struct upcr_log_hooks *hooks);

/* Silences upcr_warn when off is not 0. */
void upcr_log_no_warn(int off);

/* Gives each warning, text[n] with its newline, to `hold` instead of printing it; false: it is
 * printed. 0: they are printed again. */
void upcr_log_hold_warnings(bool (*hold)(const char *text, size_t n));

/* Writes n bytes to fd, through partial writes, EINTR and EAGAIN. Returns 0, or -1 with errno. */
int upcr_write_all(int fd, const char *text, size_t n);

#endif
