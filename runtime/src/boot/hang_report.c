/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "hang_report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/system.h"
#include "../mem/job.h"
#include "query.h"
#include "boot.h"
#include "stack.h"
#include "output_stream.h"

#define MILLISECOND INT64_C(1000000)
/* Time for which polls are counted before threads are asked: a thread that spins on shared memory
 * polls within it. */
static const int64_t watch_polls = 20 * MILLISECOND;
/* A thread that has not answered by then blocks the signal, or has no processor. */
static const int64_t wait_for_answers = 1000 * MILLISECOND;
/* Approximate time limit for finding functions and lines. */
static const int64_t find_lines = 10000 * MILLISECOND;

/* Time limit for the other nodes' answers; the report names the nodes that did not answer. */
static const int64_t wait_for_nodes = 15000 * MILLISECOND, wait_for_locks = 2000 * MILLISECOND;

/* Placeholder in a thread's text for the description of the lock that it waits for, which may be on
 * another node. */
#define LOCK_MARK "\001"

/* The report on a thread. */
struct thread_report {
  char *text; /* 0: nothing is known */
  int pid, node;
  uint64_t lock; /* that it waits for, 0: none */
};

/* A node's knowledge of a lock: the holder if the lock is there, and the place where a thread of
 * the node took it. */
struct lock_known {
  int32_t holder, taker; /* -1: none, or not known here */
  char taken[540];       /* "main at x.upc:12" */
};

/* Threads with the same text. */
struct group {
  char *text;
  int first, count, node;
};

static uint32_t polls_of(int thread) {
  return atomic_load_explicit(&upcr_job->thread[thread].polls, memory_order_relaxed);
}

static void count_polls(struct upcr_hang_report *report) {
  report->polls = calloc((size_t)upcr_job->config.threads, sizeof *report->polls);
  for (int t = upcr_job->config.first; report->polls && t < upcr_job->config.end; t++)
    report->polls[t] = polls_of(t);
}

void upcr_hang_report_begin(struct upcr_hang_report *report, enum upcr_hang_report_end end,
                            int64_t now, const char *why, ...) {
  if (report->under_way) {
    report->end = end > report->end ? end : report->end;
    return;
  }
  *report = (struct upcr_hang_report){
      .under_way = true, .end = end, .due = now + watch_polls, .number = report->number + 1};
  va_list args;
  va_start(args, why);
  if (vasprintf(&report->why, why, args) < 0)
    report->why = 0;
  va_end(args);
  count_polls(report);
  if (upcr_has_nodes() && upcr_boot.plan.node == 0)
    upcr_query(UPCR_QUERY_STACKS, &(int32_t){end}, sizeof(int32_t));
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

static void ask(struct upcr_hang_report *report) {
  for (int t = upcr_job->config.first; t < upcr_job->config.end; t++)
    if (state_of(t) == UPCR_STATE_RUNNING &&
        !(report->end == UPCR_HANG_REPORT_GO_ON && sleeps_by_itself(t)))
      upcr_boot_stack_ask(t, report->number, report->end != UPCR_HANG_REPORT_GO_ON);
}

static bool all_answered(const struct upcr_hang_report *report) {
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

static void say_wait(FILE *out, int thread, const struct upcr_wait_seen *seen, const char *called) {
  char barrier[80];
  if (seen->kind == UPCR_WAIT_BARRIER) {
    upcr_core_name_barrier(atomic_load(&upcr_job->thread[thread].barrier_token), barrier,
                           sizeof barrier);
    fprintf(out, "waits in %s", barrier);
  } else if (seen->kind == UPCR_WAIT_LOCK) {
    fprintf(out, "waits in %s" LOCK_MARK, seen->what);
  } else {
    fprintf(out, "waits for %s", seen->what);
    if (*called && strcmp(called, seen->what) != 0)
      fprintf(out, " in %s", called);
  }
}

static void say_running(FILE *out, const struct upcr_hang_report *report, int thread,
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

static void say_thread(FILE *out, const struct upcr_hang_report *report, int thread,
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
    say_wait(out, thread, &seen, caller->called);
  else
    say_running(out, report, thread, caller, answered);
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
  say_thread(out, report, thread, callers, until);
  fclose(out);
  if (described.text && strstr(described.text, LOCK_MARK) &&
      upcr_wait_look(&upcr_job->thread[thread].wait, &seen))
    described.lock = seen.object;
  return described;
}

/* Takes the answers of the threads of this node. */
static void take_own_answers(struct upcr_hang_report *report) {
  size_t threads = (size_t)upcr_job->config.threads;
  struct upcr_boot_caller *callers = calloc(threads, sizeof *callers);
  int64_t until = upcr_clock_ns() + find_lines;
  report->thread = calloc(threads, sizeof *report->thread);
  for (int t = upcr_job->config.first; callers && report->thread && t < upcr_job->config.end; t++)
    report->thread[t] = describe_thread(report, t, callers, until);
  free(callers);
}

/* ---- what other nodes say: the host's name, and for each thread struct sent and its text ---- */

struct sent {
  int32_t thread, pid;
  uint64_t lock;
  uint32_t length;
};

enum { HOST = 80 /* bytes of a host's name */ };

void upcr_hang_report_answer(struct upcr_hang_report *report) {
  char *bytes = 0, host[HOST] = "";
  size_t n;
  take_own_answers(report);
  FILE *out = open_memstream(&bytes, &n);
  if (!out)
    return;
  gethostname(host, sizeof host - 1);
  fwrite(host, 1, sizeof host, out);
  for (int t = upcr_job->config.first; report->thread && t < upcr_job->config.end; t++) {
    const char *text = report->thread[t].text ? report->thread[t].text : "";
    struct sent sent = {t, report->thread[t].pid, report->thread[t].lock, (uint32_t)strlen(text)};
    fwrite(&sent, sizeof sent, 1, out);
    fwrite(text, 1, sent.length, out);
    free(report->thread[t].text);
  }
  fclose(out);
  upcr_query_reply(UPCR_QUERY_STACKS, bytes, n);
  free(bytes), free(report->thread), free(report->why), free(report->polls);
  report->thread = 0, report->why = 0, report->polls = 0;
}

static void take_answer(struct upcr_hang_report *report, int node, const char *at,
                        const char *end) {
  struct sent sent;
  const int *first = upcr_job->config.node_first;
  for (at += HOST; at + sizeof sent <= end; at += sent.length) {
    memcpy(&sent, at, sizeof sent);
    at += sizeof sent;
    if (sent.thread < first[node] || sent.thread >= first[node + 1] ||
        sent.length > (size_t)(end - at))
      return;
    report->thread[sent.thread] = (struct thread_report){
        .text = strndup(at, sent.length), .pid = sent.pid, .node = node, .lock = sent.lock};
  }
}

static void take_answers(struct upcr_hang_report *report) {
  size_t n;
  for (int node = 1; report->thread && node < upcr_job->config.nodes; node++) {
    const char *answer = upcr_query_answer(UPCR_QUERY_STACKS, node, &n);
    if (answer && n >= HOST)
      take_answer(report, node, answer, answer + n);
  }
}

static const char *host_of(int node, char own[HOST]) {
  size_t n;
  const char *answer = node == 0 ? 0 : upcr_query_answer(UPCR_QUERY_STACKS, node, &n);
  if (answer && n >= HOST)
    return answer;
  *own = 0;
  gethostname(own, HOST - 1);
  return own;
}

/* ---- locks ---- */

/* This node's knowledge of a lock: its holder, if the lock is here, and the place where a thread of
 * this node took it. */
static struct lock_known know_lock(uint64_t lock) {
  struct upcr_lock_seen seen = upcr_core_look_at_lock(lock);
  struct upcr_boot_caller taker = {0};
  struct lock_known known = {.holder = seen.holder, .taker = seen.taken_at ? seen.taker : -1};
  if (seen.taken_at)
    upcr_boot_find_caller(&seen.taken_at, 1, 0, &taker);
  if (*taker.where)
    snprintf(known.taken, sizeof known.taken, "%s at %s", taker.function, taker.where);
  return known;
}

static void ask_locks(struct upcr_hang_report *report) {
  int threads = upcr_job->config.threads;
  report->locks = calloc((size_t)threads, sizeof *report->locks);
  report->lock_count = 0;
  for (int t = 0; report->thread && report->locks && t < threads; t++)
    if (report->thread[t].lock)
      report->locks[report->lock_count++] = report->thread[t].lock;
  upcr_query(UPCR_QUERY_LOCKS, report->locks, (size_t)report->lock_count * sizeof *report->locks);
}

void upcr_hang_report_answer_locks(void) {
  size_t n;
  const char *asked = upcr_query_question(UPCR_QUERY_LOCKS, &n);
  size_t count = n / sizeof(uint64_t);
  if (!asked)
    return;
  struct lock_known *known = calloc(count + 1, sizeof *known);
  for (size_t i = 0; known && i < count; i++) {
    uint64_t lock;
    memcpy(&lock, asked + i * sizeof lock, sizeof lock);
    known[i] = know_lock(lock);
  }
  upcr_query_reply(UPCR_QUERY_LOCKS, known, known ? count * sizeof *known : 0);
  free(known);
}

/* The node's answer on the i-th lock. */
static struct lock_known lock_at(const struct upcr_hang_report *report, int node, int i) {
  struct lock_known known = {.holder = -1, .taker = -1};
  size_t n;
  if (node == upcr_job->config.node)
    return know_lock(report->locks[i]);
  const char *answer = upcr_query_answer(UPCR_QUERY_LOCKS, node, &n);
  if (answer && n >= (size_t)(i + 1) * sizeof known)
    memcpy(&known, answer + (size_t)i * sizeof known, sizeof known);
  return known;
}

static struct lock_known find_lock(const struct upcr_hang_report *report, uint64_t lock) {
  struct lock_known found = {.holder = -1, .taker = -1};
  int i = 0, nodes = upcr_has_nodes() ? upcr_job->config.nodes : 1;
  if (nodes == 1)
    return know_lock(lock);
  while (i < report->lock_count && report->locks[i] != lock)
    i++;
  for (int pass = 0; i < report->lock_count && pass < 2; pass++) /* the holder first */
    for (int node = 0; node < nodes; node++) {
      struct lock_known known = lock_at(report, node, i);
      if (pass == 0 && known.holder >= 0)
        found.holder = known.holder;
      else if (pass == 1 && *known.taken && known.taker == found.holder)
        memcpy(found.taken, known.taken, sizeof found.taken);
    }
  return found;
}

static void say_lock(FILE *out, const struct upcr_hang_report *report, uint64_t lock) {
  struct lock_known known = find_lock(report, lock);
  fprintf(out, " for the lock %#lx of thread %d", (unsigned long)(lock & ((UINT64_C(1) << 40) - 1)),
          (int)(lock >> 40));
  if (known.holder < 0) {
    fprintf(out, ", which is free");
    return;
  }
  fprintf(out, ", which thread %d holds", known.holder);
  if (*known.taken)
    fprintf(out, " since %s", known.taken);
}

/* ---- the report ---- */

/* The text with the description of the lock in place of the placeholder. */
static char *whole_text(const struct upcr_hang_report *report, const struct thread_report *thread) {
  char *text = 0;
  size_t n, before = thread->text ? strcspn(thread->text, LOCK_MARK) : 0;
  FILE *out = open_memstream(&text, &n);
  if (!out)
    return 0;
  if (!thread->text)
    fprintf(out, "has not been heard of: its node's supervisor has not answered");
  else {
    fprintf(out, "%.*s", (int)before, thread->text);
    if (thread->text[before])
      say_lock(out, report, thread->lock);
    fprintf(out, "%s", thread->text + before + (thread->text[before] != 0));
  }
  fclose(out);
  return text;
}

/* The group of threads with this text, a new one if needed; takes over the text. */
static int group_of(struct group *groups, int *count, char *text, int thread, int node) {
  int g = 0;
  while (g < *count && (groups[g].node != node ||
                        strcmp(groups[g].text ? groups[g].text : "", text ? text : "") != 0))
    g++;
  if (g == *count)
    groups[(*count)++] = (struct group){.text = text, .first = thread, .node = node};
  else
    free(text);
  groups[g].count++;
  return g;
}

/* "0-2,5" */
static void say_numbers(FILE *out, const int *of, int g, int threads) {
  const char *separator = "";
  for (int t = 0; t < threads; t++) {
    int last = t;
    if (of[t] != g)
      continue;
    while (last + 1 < threads && of[last + 1] == g)
      last++;
    if (last == t)
      fprintf(out, "%s%d", separator, t);
    else
      fprintf(out, "%s%d-%d", separator, t, last);
    separator = ",";
    t = last;
  }
}

static int node_of(int thread) {
  int node = 0;
  while (upcr_has_nodes() && upcr_job->config.node_first[node + 1] <= thread)
    node++;
  return node;
}

/* " on host b", if hosts differ. */
static void say_host(FILE *out, int node) {
  char own[HOST];
  if (upcr_has_nodes() && !upcr_boot.plan.one_host)
    fprintf(out, " on host %.*s", HOST, host_of(node, own));
}

static void say_group(FILE *out, const struct upcr_hang_report *report, const struct group *group,
                      const int *of, int g, int threads) {
  if (group->count == 1)
    fprintf(out, "upcr: thread %d (process %d", group->first, report->thread[group->first].pid);
  else {
    fprintf(out, "upcr: threads ");
    say_numbers(out, of, g, threads);
  }
  say_host(out, group->node);
  fprintf(out, group->count == 1 ? "): " : ": each ");
  fprintf(out, "%s\n", group->text ? group->text : "");
}

/* The report distinguishes hosts, but not nodes of one host. */
static int place_in_report(int node) { return upcr_boot.plan.one_host ? 0 : node; }

static void say_all(FILE *out, const struct upcr_hang_report *report, struct group *groups,
                    int *of) {
  int threads = upcr_job->config.threads, count = 0;
  memset(of, -1, (size_t)threads * sizeof *of);
  for (int t = 0; t < threads; t++) {
    int node = node_of(t);
    of[t] =
        group_of(groups, &count, whole_text(report, &report->thread[t]), t, place_in_report(node));
  }
  fprintf(out, "upcr: %s\n", report->why ? report->why : "where the threads are");
  for (int g = 0; g < count; g++) {
    say_group(out, report, &groups[g], of, g, threads);
    free(groups[g].text);
  }
}

char *upcr_hang_report_text(struct upcr_hang_report *report) {
  size_t threads = (size_t)upcr_job->config.threads, n;
  if (!report->thread)
    take_own_answers(report);
  struct group *groups = calloc(threads, sizeof *groups);
  int *of = calloc(threads, sizeof *of);
  char *text = 0;
  FILE *out = groups && of && report->thread ? open_memstream(&text, &n) : 0;
  if (out) {
    say_all(out, report, groups, of);
    fclose(out);
  }
  for (size_t t = 0; report->thread && t < threads; t++)
    free(report->thread[t].text);
  free(groups), free(of), free(report->thread), free(report->locks);
  free(report->why), free(report->polls);
  report->why = 0, report->polls = 0, report->thread = 0, report->locks = 0;
  return text;
}

/* ---- steps ---- */

/* True if the node's own part is complete. */
static bool found_here(struct upcr_hang_report *report, int64_t now) {
  if (now < report->due && !report->asked)
    return false;
  if (!report->asked) {
    ask(report);
    report->asked = true;
    report->due = now + wait_for_answers;
  }
  return now >= report->due || all_answered(report);
}

/* Waits for the other nodes' answers, then for what they know of the locks that threads wait for.
 */
static bool found_elsewhere(struct upcr_hang_report *report, int64_t now) {
  if (!upcr_has_nodes() || upcr_boot.plan.node != 0)
    return true;
  if (report->state == UPCR_HANG_REPORT_HERE) {
    report->state = UPCR_HANG_REPORT_NODES;
    report->due = now + wait_for_nodes;
    take_own_answers(report);
  }
  if (report->state == UPCR_HANG_REPORT_NODES) {
    if (now < report->due && !upcr_query_answered(UPCR_QUERY_STACKS))
      return false;
    take_answers(report);
    report->state = UPCR_HANG_REPORT_LOCKS;
    report->due = now + wait_for_locks;
    ask_locks(report);
  }
  return now >= report->due || upcr_query_answered(UPCR_QUERY_LOCKS);
}

bool upcr_hang_report_step(struct upcr_hang_report *report, int64_t now) {
  if (!report->under_way || (report->state == UPCR_HANG_REPORT_HERE && !found_here(report, now)) ||
      !found_elsewhere(report, now))
    return false;
  report->under_way = false;
  report->due = INT64_MAX;
  return true;
}
