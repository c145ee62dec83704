/* SPDX-License-Identifier: Apache-2.0 */
/* prefix_reduce: every thread folds its range, gets the result over all earlier ranges, and scans
 * its own range with it. Forms differ in how results go from thread to thread: by letters or posts.
 * A range is a thread's own blocks if possible, else an equal share of the elements, wherever they
 * lie. */
#include <string.h>

#include "../../mem/job.h"
#include "../copies.h"
#include "../post.h"
#include "../reduce/elements.h"
#include "../topology.h"

static void send(const struct upcr_call *call, int rank, const struct upcr_partial *value) {
  upcr_send_letter(call, upcr_thread_of_rank(call->reduction, rank), value, sizeof *value);
}

static void receive(const struct upcr_call *call, int rank, struct upcr_partial *value) {
  upcr_take_letter(call, upcr_thread_of_rank(call->reduction, rank), value, sizeof *value);
}

/* Called by rank `me`, which has the result over its own range. Sets *before, so far of no
 * elements, to the result over all earlier ranges. */
typedef void carry_function(const struct upcr_call *call, int me, const struct upcr_partial *own,
                            struct upcr_partial *before);

static void scan_with(const struct upcr_call *call, int me, struct upcr_range range,
                      carry_function *carry) {
  struct upcr_partial own, before = {.any = false};
  upcr_fold_range(call->reduction, range, &own);
  carry(call, me, &own, &before);
  upcr_scan_range(call->reduction, range, &before);
}

static void scan_ranges(const struct upcr_call *call, carry_function *carry) {
  const struct upcr_reduction *r = call->reduction;
  int me = upcr_rank_of(r, upcr_self.mythread);
  scan_with(call, me, upcr_range_of_rank(r, me), carry);
}

static void hand_along(const struct upcr_call *call, int me, const struct upcr_partial *own,
                       struct upcr_partial *before) {
  if (me > 0)
    receive(call, me - 1, before);
  struct upcr_partial all = *before;
  upcr_partial_append(call->reduction, &all, own);
  if (me + 1 < upcr_self.threads)
    send(call, me + 1, &all);
}

void upcr_prefix_chain(const struct upcr_call *call) { scan_ranges(call, hand_along); }

/* Some ranks: list[i] + base, or without a list i + base. */
struct some_ranks {
  const int *list;
  int base, count;
};

static int rank_at(const struct some_ranks *s, int i) {
  return (s->list ? s->list[i] : i) + s->base;
}

/* By doubling over some ranks; the caller is the `me`-th. Before step i a rank has the result over
 * its own range and the 2^i - 1 ranges before it. It gives that to the rank 2^i further, and
 * combines the received result with its own. */
static void double_over(const struct upcr_call *call, const struct some_ranks *ranks, int me,
                        const struct upcr_partial *own, struct upcr_partial *before) {
  struct upcr_partial sum = *own, other;
  for (int away = 1; away < ranks->count; away *= 2) {
    if (me + away < ranks->count)
      send(call, rank_at(ranks, me + away), &sum);
    if (me < away)
      continue;
    receive(call, rank_at(ranks, me - away), &other);
    upcr_partial_prepend(call->reduction, before, &other);
    upcr_partial_prepend(call->reduction, &sum, &other);
  }
}

static void double_over_all(const struct upcr_call *call, int me, const struct upcr_partial *own,
                            struct upcr_partial *before) {
  double_over(call, &(struct some_ranks){.count = upcr_self.threads}, me, own, before);
}

void upcr_prefix_doubling(const struct upcr_call *call) { scan_ranges(call, double_over_all); }

void upcr_prefix_slices(const struct upcr_call *call) {
  int me = upcr_rank_of(call->reduction, upcr_self.mythread);
  scan_with(call, me, upcr_share_of(call->reduction, me), double_over_all);
}

/* Over nodes. Consecutive ranks on one node form a run. Its last rank leads: after doubling within
 * the run it has the result over the whole run. Leaders double over the runs, and their results go
 * down a tree in each run. */

/* The runs of ranks, for arrays that begin on one thread. */
struct upcr_runs_of_nodes {
  int count, begin; /* begin: of the array; the thread plus 1 */
  int start[];      /* [count + 1], the last one THREADS; room for a run a thread */
};

static int group_of_rank(const struct upcr_reduction *r, int rank) {
  return upcr_group_number(upcr_topology(), upcr_thread_of_rank(r, rank));
}

static const struct upcr_runs_of_nodes *runs_of(const struct upcr_reduction *r) {
  size_t bytes = sizeof(struct upcr_runs_of_nodes) + ((size_t)upcr_self.threads + 1) * sizeof(int);
  struct upcr_runs_of_nodes *runs = UPCR_KEPT(runs, bytes, "runs");
  int begin = upcr_thread_of_rank(r, 0) + 1;
  if (begin == runs->begin)
    return runs;
  runs->count = 0;
  for (int rank = 0; rank < upcr_self.threads; rank++)
    if (rank == 0 || group_of_rank(r, rank) != group_of_rank(r, rank - 1))
      runs->start[runs->count++] = rank;
  runs->start[runs->count] = upcr_self.threads;
  runs->begin = begin;
  return runs;
}

static int run_of(const struct upcr_runs_of_nodes *runs, int rank) {
  int run = 0;
  while (runs->start[run + 1] <= rank)
    run++;
  return run;
}

/* Passes the result from the leader, the `count`-th and last rank of a run, to the whole run. */
static void hand_down(const struct upcr_call *call, const struct some_ranks *run, int me,
                      struct upcr_partial *carry) {
  int last = run->count - 1;
  struct upcr_knomial tree = upcr_knomial_of(last - me, 0, run->count, 2);
  if (tree.parent >= 0)
    receive(call, rank_at(run, last - tree.parent), carry);
  for (int c = 0; c < tree.count; c++)
    send(call, rank_at(run, last - tree.child[c]), carry);
}

static void carry_by_leaders(const struct upcr_call *call, int me, const struct upcr_partial *own,
                             struct upcr_partial *before) {
  const struct upcr_runs_of_nodes *runs = runs_of(call->reduction);
  int number = run_of(runs, me), first = runs->start[number];
  struct some_ranks run = {.base = first, .count = runs->start[number + 1] - first},
                    leaders = {runs->start + 1, -1, runs->count};
  struct upcr_partial carry = {.any = false};
  double_over(call, &run, me - first, own, before);
  if (me - first == run.count - 1) {
    struct upcr_partial sum = *before;
    upcr_partial_append(call->reduction, &sum, own);
    double_over(call, &leaders, number, &sum, &carry);
  }
  hand_down(call, &run, me - first, &carry);
  upcr_partial_prepend(call->reduction, before, &carry);
}

void upcr_prefix_leaders(const struct upcr_call *call) { scan_ranges(call, carry_by_leaders); }

/* Posts, of one result each. */

static void post(const struct upcr_call *call, const struct upcr_partial *result) {
  memcpy(upcr_post_begin(call, sizeof *result), result, sizeof *result);
}

static const struct upcr_partial *posted(const struct upcr_call *call, int rank) {
  return upcr_post_read(call, upcr_thread_of_rank(call->reduction, rank),
                        sizeof(struct upcr_partial));
}

/* Every thread reads the results of all ranges before its own. */
static void carry_by_posts(const struct upcr_call *call, int me, const struct upcr_partial *own,
                           struct upcr_partial *before) {
  post(call, own);
  upcr_post_all(call);
  for (int rank = 0; rank < me; rank++)
    upcr_partial_append(call->reduction, before, posted(call, rank));
}

void upcr_prefix_post(const struct upcr_call *call) {
  upcr_post_sync_in(call, -1);
  scan_ranges(call, carry_by_posts);
  upcr_post_sync_out(call, -1);
}

/* A chain of posts: every thread reads the result over all ranges before its own from the thread
 * before, and posts the one over its own too. Each post has one reader.
 *
 * A thread folds its range before it waits, so that its own post follows the other's at once. Where
 * threads share processors, one that need not wait scans instead and posts what it ends with. The
 * two group the operations differently, so both are in use only where no result depends on that. */

static bool scans_at_once(const struct upcr_call *call, int rank) {
  const struct upcr_reduction *r = call->reduction;
  if (rank + 1 == upcr_self.threads)
    return true;
  return upcr_job->config.oversubscribed && upcr_is_exact(r) &&
         (rank == 0 || upcr_post_is_there(call, upcr_thread_of_rank(r, rank - 1)));
}

static void scan_in_chain(const struct upcr_call *call, int rank, struct upcr_range range) {
  const struct upcr_reduction *r = call->reduction;
  bool at_once = scans_at_once(call, rank);
  struct upcr_partial own, carry = {.any = false}, all;
  if (!at_once)
    upcr_fold_range(r, range, &own);
  if (rank > 0)
    carry = *posted(call, rank - 1);
  all = carry;
  if (at_once)
    upcr_scan_range(r, range, &all);
  else
    upcr_partial_append(r, &all, &own);
  if (rank + 1 < upcr_self.threads) {
    post(call, &all);
    upcr_post_to(call, upcr_thread_of_rank(r, rank + 1));
  }
  if (!at_once)
    upcr_scan_range(r, range, &carry);
}

void upcr_prefix_post_chain(const struct upcr_call *call) {
  const struct upcr_reduction *r = call->reduction;
  int rank = upcr_rank_of(r, upcr_self.mythread);
  upcr_post_sync_in(call, -1);
  scan_in_chain(call, rank, upcr_range_of_rank(r, rank));
  upcr_post_sync_out(call, -1);
}
