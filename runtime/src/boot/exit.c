/* SPDX-License-Identifier: Apache-2.0 */
/* The ends of a thread and of the job (spec 5.1.2.2, 7.2.1).
 *
 * The job's status is the highest exit status (0..255) of its threads, or that of the first
 * upc_global_exit. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upcr/upcr.h>

#include "../base/log.h"
#include "../base/settings.h"
#include "../mem/job.h"
#include "boot.h"
#include "freeze.h"
#include "hosts.h"

#ifdef __UPCR_PTHREADS__
_Noreturn void __real_exit(int status); /* --wrap=exit */
_Noreturn void __wrap_exit(int status);
#define c_exit __real_exit
#else
#define c_exit exit
#endif

enum { CALLER_MAX = 600 }; /* bytes of a line with a function and its place */

_Noreturn void upc_global_exit(int status);

_Noreturn void upcr_boot_real_exit(int status) { c_exit(status); }

/* A function of the C++ ABI, which upcc does not wrap: atexit may be that of the calling UPC thread
 * (src/compat/exit_handlers.h). For `library` it takes the handle of the caller's, which the C
 * compiler's start files define. ThreadSanitizer loses the argument if it is null. */
int __cxa_atexit(void (*function)(void *), void *argument, void *library);
extern void *__dso_handle __attribute__((visibility("hidden")));

static void call_plain(void *function) { ((void (*)(void))function)(); }

int upcr_boot_at_process_end(void (*function)(void)) {
  return __cxa_atexit(call_plain, (void *)function, &__dso_handle);
}

/* Ends the calling process by exit, of which the caller's handlers are a part. */
static _Noreturn void end_process(int status) {
#ifdef __UPCR_PTHREADS__
  upcr_boot_run_exit_handlers(status);
  flockfile(stdout); /* exit writes what is in its buffer, also while another thread writes it */
#endif
  c_exit(status);
}

/* True if the caller is part of the job: not before its start, nor in a process that the program
 * forked. */
static int in_job(void) { return upcr_job && upcr_boot.pid == getpid(); }

void upcr_boot_wake_supervisor(void) {
  uint64_t one = 1;
  if (upcr_boot.control_fd >= 0 && write(upcr_boot.control_fd, &one, sizeof one) < 0) {
    /* closed by the program: the supervisor learns it from this process's end */
  }
}

static _Noreturn void wait_for_end(int status) {
  if (!upcr_boot.supervisor)
    _exit(status); /* again from an exit handler */
  for (;;)
    pause();
}

/* The first caller on the node returns; the others wait for the supervisor to end them. The
 * exchange implies no memory ordering. */
static void claim(int status) {
  if (!in_job())
    return;
  int nobody = 0;
  if (!atomic_compare_exchange_strong(&upcr_boot.shared->end_claimed, &nobody, (int)upcr_boot.pid))
    wait_for_end(status);
  upcr_job->global_exit_status = status & 0xff;
}

/* Ends the job: the supervisor reads global_exit with acquire, and then the status and the last
 * words. */
static void publish_end(void) {
  if (!in_job())
    return;
  atomic_store_explicit(&upcr_job->global_exit, 1, memory_order_release);
  upcr_boot_wake_supervisor();
}

static bool is_on_hub(void) { return !in_job() || upcr_boot.layout.node == 0; }

static void claim_for_message(int status) {
  claim(status);
  if (is_on_hub())
    publish_end();
}

/* Writes the line of the program that called the runtime to out[CALLER_MAX]; empty if it is not
 * known or checked code has told it. */
static void format_caller(char out[CALLER_MAX]) {
  *out = 0;
  if (upcr_boot_thread < 0 || upcr_now.file || !upcr_settings.backtrace)
    return;
  void *pc[UPCR_BACKTRACE_MAX];
  struct upcr_boot_caller caller;
  upcr_boot_find_caller(pc, backtrace(pc, UPCR_BACKTRACE_MAX), 0, &caller);
  if (*caller.where)
    snprintf(out, CALLER_MAX, "    in %s at %s\n", caller.function, caller.where);
}

/* The supervisor's time for the end has begun: it may come before addr2line's answer, so the
 * message is printed before. */
static void print_caller(void) {
  char text[CALLER_MAX];
  format_caller(text);
  upcr_write_all(STDERR_FILENO, text, strlen(text));
}

/* Threads of several nodes may report the same error: the supervisors agree whose message is
 * printed (nodes.c). */
static bool hand_over_message(const char *text, size_t n) {
  if (is_on_hub())
    return false;
  char caller[CALLER_MAX] = "";
  if (n > 0)
    format_caller(caller);
  snprintf(upcr_boot.shared->last_words, UPCR_BOOT_LAST_WORDS, "%.*s%s", (int)n, text, caller);
  publish_end();
  return true;
}

/* The message is printed; the job continues meanwhile. */
static void freeze_after_message(void) { upcr_freeze_on_error(0); }

static void end_after_message(int status) __attribute__((noreturn));
static void end_after_message(int status) {
  upcr_boot_flush();
  _exit(status);
}

static int current_thread(void) { return upcr_boot_thread; }

static const char *current_place(int *line) {
  *line = upcr_now.line;
  return upcr_now.file;
}

void upcr_boot_log_setup(void) {
  upcr_log_set_hooks(&(struct upcr_log_hooks){.thread = current_thread,
                                              .host = upcr_hosts_own_name,
                                              .place = current_place,
                                              .freezes = upcr_freezes_on_error,
                                              .freeze = freeze_after_message,
                                              .claim = claim_for_message,
                                              .hand_over = hand_over_message,
                                              .print_caller = print_caller,
                                              .end = end_after_message});
}

_Noreturn void upc_global_exit(int status) {
  if (in_job()) {
    claim(status);
    publish_end();
  }
  upcr_boot_flush();
  end_process(status);
}

#ifdef __UPCR_PTHREADS__

void upcr_boot_exit_setup(void) {}

_Noreturn void __wrap_exit(int status) {
  if (!upcr_job || atomic_load_explicit(&upcr_job->global_exit, memory_order_acquire) == 0)
    upcr_boot_leave_thread(status);
  end_process(status);
}

#else

/* Registered before the program's own handlers, so it runs after them. */
static void finish_thread(int status, void *unused) {
  (void)unused;
  if (!in_job() || atomic_load_explicit(&upcr_job->global_exit, memory_order_acquire))
    return;
  upcr_boot_flush();
  upcr_core_finish(status & 0xff);
}

void upcr_boot_exit_setup(void) {
  if (on_exit(finish_thread, 0) != 0)
    upcr_fatal("out of memory: the exit handler");
}

#endif
