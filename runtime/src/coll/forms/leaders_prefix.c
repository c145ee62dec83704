/* SPDX-License-Identifier: Apache-2.0 */
/* Prefix reduce over nodes. Ranks that follow each other on one node are a run, which the first of
 * them leads: it collects the results of the others' ranges, goes through doubling with the other
 * leaders, and hands each what comes before it. So one thread of a node speaks where its threads
 * have consecutive numbers; two if the first element is another's than the node's first thread's.
 */
#include <stdlib.h>

#include "../../base/atomics.h"
#include "../../base/log.h"
#include "../register.h"
#include "../channel.h"
#include "../patterns/places.h"
#include "../reduce/elements.h"
#include "../topology.h"

/* The runs of ranks, for arrays that begin on one thread: calls with one beginning after the other
 * make them once. */
static UPCR_PER_THREAD int
    *starts; /* [runs + 1], the last one THREADS; of room for a run a thread */
static UPCR_PER_THREAD int runs, runs_begin = -1;

static int group_of_rank(const struct upcr_reduction *r, int rank) {
  return upcr_group_number(upcr_topology(), upcr_thread_of_rank(r, rank));
}

static void make_runs(const struct upcr_reduction *r) {
  int begin = upcr_thread_of_rank(r, 0);
  if (begin == runs_begin)
    return;
  if (!starts && !(starts = malloc(((size_t)upcr_self.threads + 1) * sizeof *starts)))
    upcr_fatal("no memory for the nodes of %d threads", upcr_self.threads);
  runs = 0;
  for (int rank = 0; rank < upcr_self.threads; rank++)
    if (rank == 0 || group_of_rank(r, rank) != group_of_rank(r, rank - 1))
      starts[runs++] = rank;
  starts[runs] = upcr_self.threads;
  runs_begin = begin;
}

static int run_of(int rank) {
  int run = 0;
  while (starts[run + 1] <= rank)
    run++;
  return run;
}

static void send(const struct upcr_call *call, int rank, const struct upcr_partial *value) {
  upcr_send_letter(call, upcr_thread_of_rank(call->reduction, rank), value, sizeof *value);
}

static void receive(const struct upcr_call *call, int rank, struct upcr_partial *value) {
  upcr_take_letter(call, upcr_thread_of_rank(call->reduction, rank), value, sizeof *value);
}

/* *sum is the result over the run; *before gets that over all runs before it (prefix.c). */
static void double_between(const struct upcr_call *call, int run, struct upcr_partial *sum,
                           struct upcr_partial *before) {
  struct upcr_partial other;
  for (int away = 1; away < runs; away *= 2) {
    if (run + away < runs)
      send(call, starts[run + away], sum);
    if (run < away)
      continue;
    receive(call, starts[run - away], &other);
    upcr_partial_prepend(call->reduction, before, &other);
    upcr_partial_prepend(call->reduction, sum, &other);
  }
}

/* Collects the results of the members' ranges, and hands each the result over all ranks before it.
 */
static void lead(const struct upcr_call *call, int run, struct upcr_partial *own,
                 struct upcr_partial *before) {
  int first = starts[run], end = starts[run + 1];
  struct upcr_partial *part = malloc((size_t)(end - first) * sizeof *part);
  if (!part)
    upcr_fatal("no memory for the results of %d threads", end - first);
  struct upcr_partial sum = part[0] = *own;
  for (int rank = first + 1; rank < end; rank++) {
    receive(call, rank, &part[rank - first]);
    upcr_partial_append(call->reduction, &sum, &part[rank - first]);
  }
  double_between(call, run, &sum, before);
  struct upcr_partial carry = *before;
  for (int rank = first + 1; rank < end; rank++) {
    upcr_partial_append(call->reduction, &carry, &part[rank - first - 1]);
    send(call, rank, &carry);
  }
  free(part);
}

void upcr_prefix_leaders(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_reduction *r = call->reduction;
  int me = upcr_rank_of(r, upcr_self.mythread);
  struct upcr_range range = upcr_range_of_rank(r, me);
  struct upcr_partial own, before = {.any = false};
  (void)algorithm;
  make_runs(r);
  int run = run_of(me);
  upcr_ranges_begin(call);
  upcr_fold_range(r, range, &own);
  if (me == starts[run])
    lead(call, run, &own, &before);
  else {
    send(call, starts[run], &own);
    receive(call, starts[run], &before);
  }
  upcr_scan_range(r, range, &before);
  upcr_ranges_end(call);
}
