/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "ending.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "../base/settings.h"
#include "../mem/job.h"
#include "boot.h"
#include "hosts.h"

/* How a process can end while its UPC threads have not finished. */
#ifdef __UPCR_PTHREADS__
#define UNFINISHED_ENDS "_exit, quick_exit, exec, or a library function that exits, such as err"
#else
#define UNFINISHED_ENDS "_exit, quick_exit or exec"
#endif

/* Time for the processes to end by themselves, by cause. */
static int64_t grace(enum upcr_cause cause) {
  static const int milliseconds[] = {
      [UPCR_CAUSE_DEATH] = 400,   [UPCR_CAUSE_GLOBAL] = 2000, [UPCR_CAUSE_HANG] = 400,
      [UPCR_CAUSE_SIGNAL] = 5000, [UPCR_CAUSE_READER] = 0,    [UPCR_CAUSE_ELSEWHERE] = 2000,
      [UPCR_CAUSE_LOST] = 400};
  return milliseconds[cause] * INT64_C(1000000);
}

void upcr_ending_send(const struct upcr_ending *ending, int signal_number) {
  for (int p = 0; p < ending->started; p++)
    if (ending->process[p].alive)
      kill(ending->process[p].pid, signal_number);
}

void upcr_ending_begin(struct upcr_ending *ending, enum upcr_cause cause, int64_t now) {
  if (ending->cause != UPCR_CAUSE_NONE)
    return;
  ending->cause = cause;
  /* A hint for failed transfers (far_progress.c): implies no memory ordering. */
  atomic_store_explicit(&upcr_job->ending, 1, memory_order_relaxed);
  if (cause == UPCR_CAUSE_LOST)
    ending->status = 1;
  ending->kill_at = now + grace(cause);
  upcr_ending_send(
      ending, SIGCONT); /* a stopped process takes the signals that follow, and may end by itself */
  if (cause == UPCR_CAUSE_DEATH || cause == UPCR_CAUSE_HANG || cause == UPCR_CAUSE_ELSEWHERE ||
      cause == UPCR_CAUSE_LOST)
    upcr_ending_send(ending, upcr_boot_end_signal());
}

/* The caller of upc_global_exit ends itself by exit, since it may have handlers to run. All others
 * get the signal. */
static void send_end_to_others(const struct upcr_ending *ending) {
  pid_t caller = atomic_load(&upcr_boot.shared->end_claimed);
  for (int p = 0; p < ending->started; p++)
    if (ending->process[p].alive && ending->process[p].pid != caller)
      kill(ending->process[p].pid, upcr_boot_end_signal());
}

void upcr_ending_look_for_global_exit(struct upcr_ending *ending, int64_t now) {
  /* Acquire pairs with the release store in exit.c: the status is there. */
  if (ending->cause != UPCR_CAUSE_NONE ||
      !atomic_load_explicit(&upcr_job->global_exit, memory_order_acquire))
    return;
  ending->status = upcr_job->global_exit_status & 0xff;
  upcr_ending_begin(ending, UPCR_CAUSE_GLOBAL, now);
  send_end_to_others(ending);
}

void upcr_ending_signal(struct upcr_ending *ending, int signal_number, int pass_on, int64_t now) {
  if (ending->cause != UPCR_CAUSE_NONE) {
    ending->kill_at = now;
    return;
  }
  ending->signal = signal_number;
  upcr_ending_begin(ending, UPCR_CAUSE_SIGNAL, now);
  if (pass_on)
    upcr_ending_send(ending, signal_number);
}

void upcr_ending_give_up(struct upcr_ending *ending, int status, int64_t now) {
  if (ending->cause != UPCR_CAUSE_NONE)
    return;
  ending->status = status;
  upcr_ending_begin(ending, UPCR_CAUSE_HANG, now);
}

void upcr_ending_elsewhere(struct upcr_ending *ending, int status, int signal_number, int64_t now) {
  if (ending->cause != UPCR_CAUSE_NONE)
    return;
  ending->status = status;
  ending->signal = signal_number;
  upcr_ending_begin(ending, UPCR_CAUSE_ELSEWHERE, now);
}

void upcr_ending_enforce(struct upcr_ending *ending, int64_t now) {
  if (now < ending->kill_at)
    return;
  upcr_ending_send(ending, SIGKILL);
  ending->kill_at = INT64_MAX;
}

/* Acquire pairs with the release store by which the thread published its status with its state
 * (mem/job.h). */
static int has_finished(const struct upcr_process *process, int *status) {
  for (int t = process->first; t < process->first + process->count; t++) {
    const struct upcr_job_thread *thread = &upcr_job->thread[t];
    if (atomic_load_explicit(&thread->state, memory_order_acquire) != UPCR_STATE_GONE)
      return 0;
    if ((thread->exit_status & 0xff) > *status)
      *status = thread->exit_status & 0xff;
  }
  return 1;
}

/* True for the two signals by which the supervisor ends processes. (The first also kills a process
 * that has no handler for it yet.) */
static bool is_ours(int signal_number) {
  return signal_number == upcr_boot_end_signal() || signal_number == SIGKILL;
}

static void note_death(struct upcr_ending *ending, int p, int signal_number, int exit_code,
                       int64_t now) {
  ending->all_finished = 0;
  if (ending->cause == UPCR_CAUSE_DEATH && signal_number && !is_ours(signal_number))
    ending->more_deaths++;
  if (ending->cause != UPCR_CAUSE_NONE)
    return;
  ending->dead = p;
  ending->signal = signal_number;
  ending->exit_code = exit_code;
  ending->status = signal_number ? 128 + signal_number : exit_code ? exit_code : 1;
  upcr_ending_begin(ending, UPCR_CAUSE_DEATH, now);
}

static void reap_process(struct upcr_ending *ending, int p, int wait_status, int64_t now) {
  struct upcr_process *process = &ending->process[p];
  int highest = ending->status;
  process->alive = 0;
  ending->alive--;
  upcr_ending_look_for_global_exit(ending, now);
  if (WIFSIGNALED(wait_status))
    note_death(ending, p, WTERMSIG(wait_status), 0, now);
  else if (!has_finished(process, &highest))
    note_death(ending, p, 0, WEXITSTATUS(wait_status), now);
  else if (ending->cause == UPCR_CAUSE_NONE || ending->cause == UPCR_CAUSE_SIGNAL)
    ending->status = highest > WEXITSTATUS(wait_status) ? highest : WEXITSTATUS(wait_status);
}

void upcr_ending_reap(struct upcr_ending *ending, pid_t pid, int wait_status, int64_t now) {
  for (int p = 0; p < ending->started; p++)
    if (ending->process[p].pid == pid && ending->process[p].alive) {
      reap_process(ending, p, wait_status, now);
      return;
    }
}

static const char *threads_of(const struct upcr_process *process, char *out, size_t n) {
  if (process->count > 1)
    snprintf(out, n, "threads %d to %d", process->first, process->first + process->count - 1);
  else
    snprintf(out, n, "thread %d", process->first);
  return out;
}

static void report_lost(const struct upcr_ending *ending, char *out, size_t outlen) {
  int node = ending->lost_node;
  char why[80] = "its supervisor was killed, or its host went down";
  if (ending->lost_silent)
    snprintf(why, sizeof why, "it was silent for %lld s (UPC_HEARTBEAT)",
             (long long)upcr_settings.heartbeat);
  snprintf(out, outlen, "upcr: node %d%s%s (threads %d to %d) is lost: %s; the job is ended\n",
           node, *upcr_hosts_name(node) ? " on " : "", upcr_hosts_name(node),
           upcr_job->config.node_first[node], upcr_job->config.node_first[node + 1] - 1, why);
}

void upcr_ending_report(const struct upcr_ending *ending, char *out, size_t outlen) {
  *out = 0;
  if (ending->cause == UPCR_CAUSE_LOST)
    report_lost(ending, out, outlen);
  if (ending->cause != UPCR_CAUSE_DEATH)
    return;
  const struct upcr_process *dead = &ending->process[ending->dead];
  char who[48];
  if (ending->signal)
    upcr_boot_format_death(dead->first, dead->count, dead->pid, ending->signal, out, outlen);
  else
    snprintf(out, outlen,
             "upcr: %s (process %d of %s, %d threads) ended with status %d without a return from "
             "main or a call of "
             "exit (by " UNFINISHED_ENDS ")\n",
             threads_of(dead, who, sizeof who), (int)dead->pid, upcr_boot_program(),
             upcr_job->config.threads, ending->exit_code);
  size_t n = strlen(out);
  if (ending->more_deaths > 0)
    snprintf(out + n, outlen - n, "upcr: %d more process%s ended by a signal at the same time\n",
             ending->more_deaths, ending->more_deaths == 1 ? "" : "es");
}
