/* SPDX-License-Identifier: Apache-2.0 */
/* The part of a report on a job that hangs about locks: who holds each lock that a thread waits
 * for, and where it was taken. On several nodes the hub asks each node what it knows. */
#include <stdlib.h>
#include <string.h>

#include "../mem/job.h"
#include "boot.h"
#include "hang_report.h"
#include "query.h"
#include "stack.h"

/* A node's knowledge of a lock: the holder if the lock is there, and the place where a thread of
 * the node took it. */
struct lock_known {
  int32_t holder, taker; /* -1: none, or not known here */
  char taken[540];       /* "main at x.upc:12" */
};

/* This node's knowledge of a lock: its holder, if the lock is here, and the place where a thread of
 * this node took it. */
static struct lock_known know_lock(uint64_t lock) {
  struct upcr_lock_seen seen = upcr_core_examine_lock(lock);
  struct upcr_boot_caller taker = {0};
  struct lock_known known = {.holder = seen.holder, .taker = seen.taken_at ? seen.taker : -1};
  if (seen.taken_at)
    upcr_boot_find_caller(&seen.taken_at, 1, 0, &taker);
  if (*taker.where)
    snprintf(known.taken, sizeof known.taken, "%s at %s", taker.function, taker.where);
  return known;
}

void upcr_hang_query_locks(struct upcr_hang_report *report) {
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

void upcr_hang_print_lock(FILE *out, const struct upcr_hang_report *report, uint64_t lock) {
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
