/* SPDX-License-Identifier: Apache-2.0 */
/* The part of a report on a job that hangs about the threads of this node: their stacks as
 * functions and lines, or what kept a thread from reporting. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "../base/system.h"
#include "../mem/job.h"
#include "boot.h"
#include "hang_report.h"
#include "stack.h"

/* ns: approximate time limit for finding functions and lines. */
static const int64_t find_lines_limit = INT64_C(10000000000);

static uint32_t polls_of(int thread) {
  return atomic_load_explicit(&upcr_job->thread[thread].polls, memory_order_relaxed);
}

void upcr_hang_count_polls(struct upcr_hang_report *report) {
  report->polls = calloc((size_t)upcr_job->config.threads, sizeof *report->polls);
  for (int t = upcr_job->config.first; report->polls && t < upcr_job->config.end; t++)
    report->polls[t] = polls_of(t);
}

static int state_of(int thread) {
  return atomic_load_explicit(&upcr_job->thread[thread].state, memory_order_acquire);
}

/* True if the thread is in a system call of the program, which a signal could cut short. */
static bool sleeps_by_itself(int thread) {
  char letter;
  pid_t parent;
  int tid = upcr_boot_stack_tid(thread);
  return atomic_load(&upcr_job->thread[thread].wait.what) == 0 && tid != 0 &&
         upcr_boot_process_state(tid, &letter, &parent) == 0 && letter != 'R';
}

void upcr_hang_query_threads(struct upcr_hang_report *report) {
  for (int t = upcr_job->config.first; t < upcr_job->config.end; t++)
    if (state_of(t) == UPCR_STATE_RUNNING &&
        !(report->end == UPCR_HANG_REPORT_GO_ON && sleeps_by_itself(t)))
      upcr_boot_stack_request(t, report->number, report->end != UPCR_HANG_REPORT_GO_ON);
}

bool upcr_hang_threads_answered(const struct upcr_hang_report *report) {
  for (int t = upcr_job->config.first; t < upcr_job->config.end; t++)
    if (state_of(t) == UPCR_STATE_RUNNING && !upcr_boot_stack_answer(t, report->number))
      return false;
  return true;
}

/* Finds "main at heat.upc:41", with the function of the runtime that it called. Reuses the result
 * of a thread with the same program counters; looks up no new ones after the time `until`. */
static bool find_caller(const struct upcr_hang_report *report, int thread,
                        struct upcr_boot_caller *callers, int64_t until) {
  const struct upcr_boot_stack *place = upcr_boot_stack_answer(thread, report->number);
  callers[thread] = (struct upcr_boot_caller){0};
  if (!place)
    return false;
  for (int t = upcr_job->config.first; t < thread; t++) {
    const struct upcr_boot_stack *other = upcr_boot_stack_answer(t, report->number);
    if (other && other->depth == place->depth &&
        memcmp(other->pc, place->pc, (size_t)place->depth * sizeof *place->pc) == 0) {
      callers[thread] = callers[t];
      return true;
    }
  }
  if (upcr_clock_ns() < until)
    upcr_boot_find_caller(place->pc, place->depth, 1, &callers[thread]);
  return true;
}

static void print_wait(FILE *out, int thread, const struct upcr_wait_seen *seen,
                       const char *called) {
  char barrier[80];
  if (seen->kind == UPCR_WAIT_BARRIER) {
    upcr_core_name_barrier(atomic_load(&upcr_job->thread[thread].barrier_token), barrier,
                           sizeof barrier);
    fprintf(out, "waits in %s", barrier);
  } else if (seen->kind == UPCR_WAIT_LOCK) {
    fprintf(out, "waits in %s" UPCR_LOCK_MARK, seen->what);
  } else {
    fprintf(out, "waits for %s", seen->what);
    if (*called && strcmp(called, seen->what) != 0)
      fprintf(out, " in %s", called);
  }
}

static void print_running(FILE *out, const struct upcr_hang_report *report, int thread,
                          const struct upcr_boot_caller *caller, bool answered) {
  if (caller->polls || (report->polls && polls_of(thread) != report->polls[thread]))
    fprintf(out, "reads shared memory again and again");
  else if (!answered && sleeps_by_itself(thread))
    fprintf(out, "is in a system call");
  else if (*caller->called)
    fprintf(out, "is in %s", caller->called);
  else
    fprintf(out, "computes");
}

static void print_thread(FILE *out, const struct upcr_hang_report *report, int thread,
                         struct upcr_boot_caller *callers, int64_t until) {
  struct upcr_wait_seen seen;
  int state = state_of(thread);
  if (state == UPCR_STATE_NEW) {
    fprintf(out, "starts");
    return;
  }
  if (state != UPCR_STATE_RUNNING) {
    fprintf(out, "has ended with status %d", upcr_job->thread[thread].exit_status);
    return;
  }
  bool answered = find_caller(report, thread, callers, until);
  const struct upcr_boot_caller *caller = &callers[thread];
  if (upcr_wait_look(&upcr_job->thread[thread].wait, &seen) && seen.what)
    print_wait(out, thread, &seen, caller->called);
  else
    print_running(out, report, thread, caller, answered);
  if (*caller->where)
    fprintf(out, ", in %s at %s", caller->function, caller->where);
  else if (*caller->function)
    fprintf(out, ", in %s", caller->function);
}

static struct thread_report describe_thread(const struct upcr_hang_report *report, int thread,
                                            struct upcr_boot_caller *callers, int64_t until) {
  struct thread_report described = {.pid = atomic_load(&upcr_job->thread[thread].pid),
                                    .node = upcr_job->config.node};
  struct upcr_wait_seen seen;
  size_t n;
  FILE *out = open_memstream(&described.text, &n);
  if (!out)
    return described;
  print_thread(out, report, thread, callers, until);
  fclose(out);
  if (described.text && strstr(described.text, UPCR_LOCK_MARK) &&
      upcr_wait_look(&upcr_job->thread[thread].wait, &seen))
    described.lock = seen.object;
  return described;
}

void upcr_hang_take_threads(struct upcr_hang_report *report) {
  size_t threads = (size_t)upcr_job->config.threads;
  struct upcr_boot_caller *callers = calloc(threads, sizeof *callers);
  int64_t until = upcr_clock_ns() + find_lines_limit;
  report->thread = calloc(threads, sizeof *report->thread);
  for (int t = upcr_job->config.first; callers && report->thread && t < upcr_job->config.end; t++)
    report->thread[t] = describe_thread(report, t, callers, until);
  free(callers);
}
