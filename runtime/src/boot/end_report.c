/* SPDX-License-Identifier: Apache-2.0 */
/* The message about the first cause of a job's end: a signal, a status, a lost node. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "../base/text.h"
#include "../mem/job.h"
#include "../mem/null_page.h"
#include "boot.h"

const char *upcr_boot_program(void) {
  return upcr_boot.argc > 0 && upcr_boot.argv[0] ? upcr_boot.argv[0] : "program";
}

static int has_address(int signal_number) {
  return signal_number == SIGSEGV || signal_number == SIGBUS || signal_number == SIGFPE ||
         signal_number == SIGILL;
}

/* The thread among first.. whose handler recorded the signal, -1: none did. */
static int recorded_thread(int first, int count, int signal_number) {
  for (int t = first; t < first + count; t++)
    if (atomic_load(&upcr_job->thread[t].fatal_signal) == signal_number)
      return t;
  return -1;
}

/* Signals with the same meaning for every process. */
static const char *usual_cause(int signal_number) {
  switch (signal_number) {
  case SIGKILL:
    return "unless a process sent it, the kernel did because memory ran out (see dmesg)";
  case SIGFPE:
    return "an integer was divided by zero, or the quotient has no place in its type";
  case SIGXCPU:
    return "the limit of processor time of a process was reached (ulimit -t)";
  case SIGXFSZ:
    return "a file grew beyond the limit of file sizes (ulimit -f)";
  default:
    return "";
  }
}

/* The limit is that of this process, which the job's processes inherit. */
static void explain_full_stack(char *out, size_t n) {
  struct rlimit limit;
  char size[32];
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    snprintf(size, sizeof size, "unlimited");
  else
    upcr_size_format(limit.rlim_cur, size, sizeof size);
  snprintf(out, n,
           "the stack is full: raise its limit (ulimit -s, now %s; for UPC threads that are "
           "pthreads UPC_STACK_SIZE)",
           size);
}

/* Writes to out[n] a line on the meaning of the signal if it is known, else "". */
static void explain(int t, int signal_number, char *out, size_t n) {
  const struct upcr_boot_death *death =
      t >= 0 && upcr_boot.shared ? &upcr_boot.shared->death[t] : 0;
  int owner;
  size_t offset;
  bool shared = t >= 0 && upcr_place_of(upcr_job->thread[t].fault_address, &owner, &offset);
  char why[400];
  snprintf(why, sizeof why, "%s", death && death->user_sent ? "" : usual_cause(signal_number));
  if (shared && signal_number == SIGSEGV)
    upcr_explain_place(t, owner, offset, why, sizeof why);
  else if (shared && signal_number == SIGBUS)
    upcr_backing_ran_out(&upcr_job->backing, why, sizeof why);
  else if (death && death->stack_overflow)
    explain_full_stack(why, sizeof why);
  *out = 0;
  if (*why)
    snprintf(out, n, "    %s\n", why);
}

/* "thread 2", or "threads 0 to 3": of a process with several, none of which recorded the signal. */
static void name_threads(int first, int count, int recorded, char *out, size_t n) {
  if (recorded < 0 && count > 1)
    snprintf(out, n, "threads %d to %d", first, first + count - 1);
  else
    snprintf(out, n, "thread %d", recorded < 0 ? first : recorded);
}

/* Writes the address at which thread t faulted, if it did: else "". */
static void name_address(int t, int signal_number, char *out, size_t n) {
  bool was_sent = t >= 0 && upcr_boot.shared && upcr_boot.shared->death[t].user_sent;
  *out = 0;
  if (t >= 0 && has_address(signal_number) && !was_sent)
    snprintf(out, n, " at address %p", upcr_job->thread[t].fault_address);
}

/* Writes what the thread waited for when it ended, if it did: else "". */
static void name_wait(int first, int count, int recorded, char *out, size_t n) {
  int t = recorded < 0 ? first : recorded;
  const char *waits_for = atomic_load(&upcr_job->thread[t].wait.what);
  *out = 0;
  if (waits_for && (recorded >= 0 || count == 1))
    snprintf(out, n, ", while it waited for %s", waits_for);
}

void upcr_boot_format_death(int first, int count, pid_t pid, int signal_number, char *out,
                            size_t outlen) {
  int t = recorded_thread(first, count, signal_number), threads = upcr_job->config.threads;
  char who[48], where[64], waiting[64], why[480];
  name_threads(first, count, t, who, sizeof who);
  name_address(t, signal_number, where, sizeof where);
  name_wait(first, count, t, waiting, sizeof waiting);
  explain(t, signal_number, why, sizeof why);
  int n = snprintf(out, outlen,
                   "upcr: %s (process %d of %s, %d thread%s) ended by signal %d (%s)%s%s\n%s", who,
                   (int)pid, upcr_boot_program(), threads, threads == 1 ? "" : "s", signal_number,
                   strsignal(signal_number), where, waiting, why);
  if (t >= 0 && n > 0 && (size_t)n < outlen)
    upcr_boot_format_backtrace(upcr_job->thread[t].backtrace, upcr_job->thread[t].backtrace_len,
                               out + n, outlen - (size_t)n);
}
