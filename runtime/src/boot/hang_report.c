/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "hang_report.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../mem/job.h"
#include "boot.h"
#include "query.h"

#define MILLISECOND INT64_C(1000000)
/* Time for which polls are counted before threads are asked: a thread that spins on shared memory
 * polls within it. */
static const int64_t watch_polls = 20 * MILLISECOND;
/* A thread that has not answered by then blocks the signal, or has no processor. */
static const int64_t wait_for_answers = 1000 * MILLISECOND;
/* Time limit for the other nodes' answers; the report names the nodes that did not answer. */
static const int64_t wait_for_nodes = 15000 * MILLISECOND, wait_for_locks = 2000 * MILLISECOND;

/* Threads with the same text. */
struct group {
  char *text;
  int first, count, node;
};

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
  upcr_hang_count_polls(report);
  if (upcr_has_nodes() && upcr_boot.layout.node == 0)
    upcr_query(UPCR_QUERY_STACKS, &(int32_t){end}, sizeof(int32_t));
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
  upcr_hang_take_threads(report);
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

/* ---- the report ---- */

/* The text with the description of the lock in place of the placeholder. */
static char *whole_text(const struct upcr_hang_report *report, const struct thread_report *thread) {
  char *text = 0;
  size_t n, before = thread->text ? strcspn(thread->text, UPCR_LOCK_MARK) : 0;
  FILE *out = open_memstream(&text, &n);
  if (!out)
    return 0;
  if (!thread->text)
    fprintf(out, "is unknown: its node's supervisor has not answered");
  else {
    fprintf(out, "%.*s", (int)before, thread->text);
    if (thread->text[before])
      upcr_hang_print_lock(out, report, thread->lock);
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

void upcr_hang_print_numbers(FILE *out, const int *of, int g, int threads) {
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
static void print_host(FILE *out, int node) {
  char own[HOST];
  if (upcr_has_nodes() && !upcr_boot.layout.one_host)
    fprintf(out, " on host %.*s", HOST, host_of(node, own));
}

static void print_group(FILE *out, const struct upcr_hang_report *report, const struct group *group,
                        const int *of, int g, int threads) {
  if (group->count == 1)
    fprintf(out, "upcr: thread %d (process %d", group->first, report->thread[group->first].pid);
  else {
    fprintf(out, "upcr: threads ");
    upcr_hang_print_numbers(out, of, g, threads);
  }
  print_host(out, group->node);
  fprintf(out, group->count == 1 ? "): " : ": each ");
  fprintf(out, "%s\n", group->text ? group->text : "");
}

/* The report distinguishes hosts, but not nodes of one host. */
static int place_in_report(int node) { return upcr_boot.layout.one_host ? 0 : node; }

static void print_all(FILE *out, const struct upcr_hang_report *report, struct group *groups,
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
    print_group(out, report, &groups[g], of, g, threads);
    free(groups[g].text);
  }
}

char *upcr_hang_report_text(struct upcr_hang_report *report) {
  size_t threads = (size_t)upcr_job->config.threads, n;
  if (!report->thread)
    upcr_hang_take_threads(report);
  struct group *groups = calloc(threads, sizeof *groups);
  int *of = calloc(threads, sizeof *of);
  char *text = 0;
  FILE *out = groups && of && report->thread ? open_memstream(&text, &n) : 0;
  if (out) {
    print_all(out, report, groups, of);
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
  if (now < report->due && !report->queried)
    return false;
  if (!report->queried) {
    upcr_hang_query_threads(report);
    report->queried = true;
    report->due = now + wait_for_answers;
  }
  return now >= report->due || upcr_hang_threads_answered(report);
}

/* Waits for the other nodes' answers, then for what they know of the locks that threads wait for.
 */
static bool found_elsewhere(struct upcr_hang_report *report, int64_t now) {
  if (!upcr_has_nodes() || upcr_boot.layout.node != 0)
    return true;
  if (report->state == UPCR_HANG_REPORT_HERE) {
    report->state = UPCR_HANG_REPORT_NODES;
    report->due = now + wait_for_nodes;
    upcr_hang_take_threads(report);
  }
  if (report->state == UPCR_HANG_REPORT_NODES) {
    if (now < report->due && !upcr_query_answered(UPCR_QUERY_STACKS))
      return false;
    take_answers(report);
    report->state = UPCR_HANG_REPORT_LOCKS;
    report->due = now + wait_for_locks;
    upcr_hang_query_locks(report);
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
