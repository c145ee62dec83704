/* SPDX-License-Identifier: Apache-2.0 */
/* dst of rank r: the vectors of ranks 0 to r combined, in their order; exclusive, those of ranks 0
 * to r - 1, and rank 0's dst is left as it is.
 *
 * Short vectors over ceil(log2(size)) steps: in step k a member with the result of 2^k ranks, its
 * own the last, puts that of the 2^k before these, which the member 2^k ranks back has, before its
 * own. Each step has a buffer of its own, so that nobody waits for its readers before the end. Long
 * ones go from rank to rank: each element is combined once by each. So do all where threads share
 * processors: a member waits for the one before it alone. */
#include "../../coll/patterns/tree.h"
#include "../../mem/job.h"
#include "../arguments.h"
#include "../reduction.h"
#include "ops.h"

/* Puts what is before the member's range before it, in the next buffer; exclusive results are
 * collected in `before`, 0: they are not wanted. */
static void join(struct upcr_op *op, int peer, const char *now, char *next, char *before,
                 bool is_first, size_t n) {
  upcr_op_copy(op, next, now, n);
  upcr_op_take(op, peer, n);
  upcr_op_fold_offer(op, UPCR_STEP_FOLD_LEFT, next, 0, n);
  if (before && is_first)
    upcr_op_get(op, before, 0, n);
  else if (before)
    upcr_op_fold_offer(op, UPCR_STEP_FOLD_LEFT, before, 0, n);
  upcr_op_release(op, peer, n);
}

/* Gives where the inclusive result will be. */
static const char *plan_doubling(struct upcr_op *op, const char *from, char *before, size_t n) {
  int me = op->team->rank, size = op->team->size, steps = upcr_ceil_log(size, 2);
  char *next = upcr_op_scratch(op, n * (size_t)(steps + 1), n);
  const char *now = next;
  upcr_op_copy(op, next, from, n);
  next += n;
  for (int step = 0; step < steps; step++) {
    int distance = 1 << step;
    if (me + distance < size)
      upcr_op_offer(op, me + distance, now, n);
    if (me - distance < 0)
      continue;
    join(op, me - distance, now, next, before, step == 0, n);
    now = next;
    next += n;
  }
  for (int step = 0; step < steps; step++)
    if (me + (1 << step) < size)
      upcr_op_await_read_at_end(op, me + (1 << step), n);
  return now;
}

/* Hands `result` on to the next rank. */
static void hand_on(struct upcr_op *op, const char *result, size_t n) {
  int me = op->team->rank;
  if (me + 1 == op->team->size)
    return;
  upcr_op_offer(op, me + 1, upcr_team_lend(op, result, n), n);
  upcr_op_await_read_at_end(op, me + 1, n);
}

/* `before`: as in join; it is not `result`. */
static void plan_chain(struct upcr_op *op, char *result, const char *from, char *before, size_t n) {
  int previous = op->team->rank - 1;
  upcr_op_copy(op, result, from, n);
  if (previous >= 0) {
    upcr_op_take(op, previous, n);
    upcr_op_fold_offer(op, UPCR_STEP_FOLD_LEFT, result, 0, n);
    if (before)
      upcr_op_get(op, before, 0, n);
    upcr_op_release(op, previous, n);
  }
  hand_on(op, result, n);
}

static bool is_doubling(size_t n) {
  return n <= UPCR_TEAM_SMALL && !upcr_job->config.oversubscribed;
}

void upcr_plan_prefix(struct upcr_op *op, char *to, const char *from, size_t n) {
  if (is_doubling(n))
    upcr_op_copy(op, to, plan_doubling(op, from, 0, n), n);
  else
    plan_chain(op, to, from, 0, n);
}

/* In place what is written is read no more: the first step has copied it, and its readers have read
 * it. */
void upcr_plan_prefix_exclusive(struct upcr_op *op, char *to, const char *from, size_t n) {
  char *result = upcr_op_scratch(op, n, n);
  if (!is_doubling(n)) {
    plan_chain(op, result, from, to, n);
    return;
  }
  plan_doubling(op, from, result, n);
  if (op->team->rank > 0)
    upcr_op_copy(op, to, result, n);
}
