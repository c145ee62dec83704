/* Short vectors in a small team: each member gives its own to all, and folds all of them, in the
 * order of ranks. There is one wait, where doubling waits in each step; where threads share
 * processors each wait is a switch.
 *
 * Others that are short by recursive doubling: in step i a member folds its result over 2^i
 * ranks with that of the one whose rank differs in bit i. Ranks beyond the largest power of two
 * give theirs to one below it first, and get the result last. Each step has a buffer of its own,
 * so that nobody waits for its readers before the end.
 *
 * Long ones, and those whose operands may not change places, in slices: member r folds slice r
 * of all vectors, in the order of ranks, then all collect the slices. In place, too: who offers
 * its slice has read that slice of all vectors. */
#include "../../coll/patterns/schedule.h"
#include "../arguments.h"
#include "../engine.h"
#include "../reduction.h"
#include "../whole.h"
#include "ops.h"

/* Folds what `peer` offers to what the member has, in the order of ranks, to the next buffer;
 * gives this. */
static char *fold_with(struct upcr_op *op, int peer, const char *now, char *next, size_t n) {
  upcr_op_copy(op, next, now, n);
  upcr_op_take(op, peer, n);
  upcr_op_fold_offer(op, peer < op->team->rank ? UPCR_STEP_FOLD_LEFT : UPCR_STEP_FOLD, next, 0, n);
  upcr_op_release(op, peer, n);
  return next;
}

static void plan_core(struct upcr_op *op, const struct upcr_doubling *pattern, char *to, const char *from, size_t n) {
  int me = op->team->rank, extra = me + pattern->core;
  char *next = upcr_op_scratch(op, n * (size_t)(pattern->steps + 2), n);
  const char *now = next;
  upcr_op_copy(op, next, from, n);
  next += n;
  if (me < pattern->extra) {
    now = fold_with(op, extra, now, next, n);
    next += n;
  }
  for (int step = 0; step < pattern->steps; step++, next += n) {
    upcr_op_offer(op, upcr_doubling_partner(me, step), now, n);
    now = fold_with(op, upcr_doubling_partner(me, step), now, next, n);
  }
  for (int step = 0; step < pattern->steps; step++)
    upcr_op_await_read_at_end(op, upcr_doubling_partner(me, step), n);
  if (me < pattern->extra)
    upcr_op_offer(op, extra, now, n);
  upcr_op_copy(op, to, now, n);
  if (me < pattern->extra)
    upcr_op_await_read_at_end(op, extra, n);
}

static void plan_doubling(struct upcr_op *op, char *to, const char *from, size_t n) {
  struct upcr_doubling pattern = upcr_doubling_of(op->team->size);
  int proxy = op->team->rank - pattern.core;
  if (proxy < 0) {
    plan_core(op, &pattern, to, from, n);
    return;
  }
  upcr_op_offer(op, proxy, from, n);
  upcr_op_await_read(op, proxy, n);
  upcr_op_fetch(op, proxy, to, n);
}

static size_t slice_at(const struct upcr_op *op, int rank) {
  return upcr_even_first(op->reduction.nelems, op->team->size, rank) * op->reduction.type->size;
}

static size_t slice_bytes(const struct upcr_op *op, int rank) { return slice_at(op, rank + 1) - slice_at(op, rank); }

static int after(const struct upcr_op *op, int k) { return (op->team->rank + k) % op->team->size; }

/* What others read is a copy, so that the result may take the vector's place at once. */
static void plan_flat(struct upcr_op *op, char *to, const char *from, size_t n) {
  int size = op->team->size;
  char *lent = upcr_op_scratch(op, n, n);
  upcr_op_copy(op, lent, from, n);
  for (int k = 1; k < size; k++)
    upcr_op_offer(op, after(op, k), lent, n);
  upcr_plan_fold_slices(op, to, lent, 0, n, n);
  for (int k = 1; k < size; k++)
    upcr_op_await_read_at_end(op, after(op, k), n);
}

/* The member's slice is made in `shared`. */
static void plan_slices(struct upcr_op *op, char *to, const char *from, char *shared, size_t n) {
  int me = op->team->rank, size = op->team->size;
  for (int k = 1; k < size; k++)
    upcr_op_offer(op, after(op, k), from, n);
  upcr_plan_fold_slices(op, shared + slice_at(op, me), from, slice_at(op, me), slice_bytes(op, me), n);
  for (int k = 1; k < size; k++) {
    upcr_op_await_read(op, after(op, k), n);
    upcr_op_offer(op, after(op, k), shared + slice_at(op, me), slice_bytes(op, me));
  }
  upcr_op_copy(op, to + slice_at(op, me), shared + slice_at(op, me), slice_bytes(op, me));
  for (int k = 1; k < size; k++) {
    int peer = after(op, size - k);
    upcr_op_fetch(op, peer, to + slice_at(op, peer), slice_bytes(op, peer));
  }
  for (int k = 1; k < size; k++)
    upcr_op_await_read_at_end(op, after(op, k), slice_bytes(op, me));
}

/* Is it no loss that each member folds all vectors? On two members slices have as much to read. */
static bool is_flat(const struct upcr_op *op, size_t n) {
  size_t size = (size_t)op->team->size;
  return size == 2 ? n <= UPCR_TEAM_FLAT_OF_TWO : n <= UPCR_TEAM_FLAT_BYTES / size && size <= UPCR_TEAM_FLAT_MOST;
}

void upcr_plan_reduce_all(struct upcr_op *op, char *to, const char *from, char *shared, size_t n) {
  if (is_flat(op, n))
    plan_flat(op, to, from, n);
  else if (n <= UPCR_TEAM_SMALL && upcr_is_commutative(&op->reduction))
    plan_doubling(op, to, from, n);
  else
    plan_slices(op, to, from, shared, n);
}

static struct upcr_op *reduce_all(upcr_ppts_t dst, upcr_ppts_t src, int type, int operation, size_t nelems, int flags,
                                  upcx_team_t team) {
  if (flags & UPCX_IN_PLACE)
    src = dst;
  struct upcr_op *op =
      upcr_team_reduce_call(team, UPCR_TEAM_REDUCE_ALL, dst, src, type, operation, nelems, flags, UPCX_IN_PLACE);
  size_t n = upcr_vector_bytes(&op->reduction);
  char *to = upcr_team_part(op, dst, n, "dst"), *from = upcr_team_part(op, src, n, "src");
  upcr_team_check_apart(op, to, n, from, n);
  if (upcr_team_is_free(flags) && to != from && upcr_team_reads_all(op, n))
    upcr_plan_fold_ranks(op, to, src, op->team->size, 0, n);
  else
    upcr_plan_reduce_all(op, to, from, to, n);
  return upcr_team_planned(op);
}

static struct upcr_op *reduce_all_private(void *dst, const void *src, int type, int operation, size_t nelems,
                                          upcx_team_t team) {
  char *copy;
  struct upcr_op *op = upcr_team_reduce_staged(team, UPCR_TEAM_REDUCE_ALL, dst, src, 1, type, operation, nelems, &copy);
  upcr_plan_reduce_all(op, dst, copy, copy, upcr_vector_bytes(&op->reduction));
  return op;
}

UPCR_TEAM_FORMS_OR_WHOLE(reduce_all,
                         (upcr_ppts_t dst, upcr_ppts_t src, int type, int operation, size_t nelems, int flags,
                          upcx_team_t team),
                         (dst, src, type, operation, nelems, flags, team))
UPCR_TEAM_FORMS_OR_WHOLE(reduce_all_private,
                         (void *dst, const void *src, int type, int operation, size_t nelems, upcx_team_t team),
                         (dst, src, type, operation, nelems, team))
