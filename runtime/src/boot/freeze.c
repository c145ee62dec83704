/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "freeze.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../base/log.h"
#include "../base/settings.h"
#include "boot.h"
#include "signal_name.h"

/* Not 0 while threads of this process are to stay where they are. A debugger sets it to 0, or
 * SIGCONT does. */
volatile int upcr_frozen;

static void on_continue(int signal_number) {
  (void)signal_number;
  upcr_frozen = 0;
}

/* Async-signal-safe but for snprintf, which glibc's is for integers and strings. */
static void report_frozen(const char *when) {
  char text[512], host[64] = "";
  gethostname(host, sizeof host - 1);
  int pid = (int)getpid();
  char who[32] = "the first process";
  if (upcr_boot_thread >= 0)
    snprintf(who, sizeof who, "thread %d", upcr_boot_thread);
  else if (upcr_boot.supervisor)
    snprintf(who, sizeof who, "a process of the job");
  int n = snprintf(text, sizeof text,
                   "upcr: %s (process %d on %s) is frozen %s: attach with gdb -p %d, type 'set var "
                   "upcr_frozen = 0' and "
                   "'continue'; kill -CONT %d continues it without a debugger\n",
                   who, pid, host, when, pid, pid);
  upcr_write_all(STDERR_FILENO, text, n < (int)sizeof text ? (size_t)n : sizeof text - 1);
}

static void stay(void) {
  struct timespec pause = {.tv_nsec = 50000000};
  while (upcr_frozen)
    nanosleep(&pause, 0);
}

/* Threads of one process that freeze at the same time also continue together. */
static void freeze(const char *when) {
  struct sigaction action = {.sa_handler = on_continue};
  int error = errno;
  sigemptyset(&action.sa_mask);
  upcr_boot_install_handler(SIGCONT, &action);
  upcr_frozen = 1;
  report_frozen(when);
  stay();
  errno = error;
}

enum { ALL = -1, NONE = -2 };

/* A setting that names a thread: its number, ALL, NONE, or a lower value if it is invalid. */
static int thread_of(const char *setting) {
  char *end;
  if (!*setting || strcmp(setting, "no") == 0)
    return NONE;
  if (strcmp(setting, "all") == 0)
    return ALL;
  long number = strtol(setting, &end, 10);
  return *end || number < 0 || number > UPCR_BOOT_THREADS_MAX ? NONE - 1 : (int)number;
}

static int check_thread(const char *name, const char *setting, int threads, char *err,
                        size_t errlen) {
  int thread = thread_of(setting);
  if (thread >= NONE && thread < threads)
    return 0;
  snprintf(err, errlen,
           "%s is '%s': it must be the number of a thread, from 0 to %d, or all, or no", name,
           setting, threads - 1);
  return -1;
}

int upcr_freeze_check(int threads, char *err, size_t errlen) {
  if (check_thread("UPC_FREEZE (upcrun -freeze)", upcr_settings.freeze, threads, err, errlen) !=
          0 ||
      check_thread("UPC_FREEZE_EARLY (upcrun -freeze-early)", upcr_settings.freeze_early, threads,
                   err, errlen) != 0 ||
      upcr_check_signal_name("UPC_FREEZE_SIGNAL", upcr_settings.freeze_signal, err, errlen) != 0)
    return -1;
  return upcr_check_signal_name("UPC_BACKTRACE_SIGNAL", upcr_settings.backtrace_signal, err,
                                errlen);
}

void upcr_freeze_first(void) {
  if (upcr_settings.freeze_earlier)
    freeze("before the job is made");
}

void upcr_freeze_process(int first, int threads) {
  int thread = thread_of(upcr_settings.freeze_early);
  if (thread == ALL || (thread >= first && thread < first + threads))
    freeze("before it runs UPC threads");
}

void upcr_freeze_thread(int thread) {
  int which = thread_of(upcr_settings.freeze);
  if (which == ALL || which == thread)
    freeze("before the program starts");
}

bool upcr_freezes_on_error(void) { return upcr_settings.freeze_on_error != 0; }

void upcr_freeze_on_error(const char *error) {
  char when[128] = "by the error above";
  if (!upcr_freezes_on_error())
    return;
  if (error)
    snprintf(when, sizeof when, "by %s", error);
  freeze(when);
}

static void on_freeze_signal(int signal_number) {
  (void)signal_number;
  if (upcr_boot.pid == getpid())
    freeze("by a signal");
}

void upcr_freeze_setup(void) {
  struct sigaction action = {.sa_handler = on_freeze_signal, .sa_flags = SA_RESTART};
  int signal_number = upcr_signal_number(upcr_settings.freeze_signal);
  sigemptyset(&action.sa_mask);
  if (signal_number > 0)
    upcr_boot_install_handler(signal_number, &action);
}
