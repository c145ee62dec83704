/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of reductions: first those with results on all members (docs/collectives-forms.md, Teams).
 *
 * To one member, up a binomial tree: each member folds its children's results into its own and
 * offers the result to its parent. Children have the ranks after their parent, in order. The tree's
 * root is the root of the call, or rank 0 if the operation is not commutative; rank 0 then passes
 * the result to the root.
 *
 * To all by recursive doubling: each step has its own buffer, so no member waits for readers before
 * the end. In slices, also in place: a member that offers its slice has read that slice of all
 * vectors. */
#include "../../coll/patterns/schedule.h"
#include "../../coll/patterns/tree.h"
#include "../../mem/job.h"
#include "../../mem/segment.h"
#include "ops.h"

enum { CHILDREN = 32 /* at most one for each bit of a number of threads */ };

/* `is_written`: the member's vector is written later. */
static void climb(struct upcr_op *op, int top, char *acc, const char *from, size_t n,
                  bool is_written) {
  int size = op->team->size, me = (op->team->rank - top + size) % size, child[CHILDREN];
  int children = upcr_knomial_children(me, size, 2, child);
  upcr_op_copy(op, acc, from, n);
  for (int i = children; i-- > 0;) {
    int peer = (child[i] + top) % size;
    upcr_op_take(op, peer, n);
    upcr_op_fold_offer(op, UPCR_STEP_FOLD, acc, 0, n);
    upcr_op_release(op, peer, n);
  }
  if (me != 0) {
    int parent = (upcr_knomial_parent(me, 2) + top) % size;
    upcr_op_offer(op, parent, acc, n);
    if (is_written)
      upcr_op_await_read(op, parent, n);
  }
}

static bool is_leaf(const struct upcr_op *op, int top) {
  int size = op->team->size;
  return upcr_knomial_span((op->team->rank - top + size) % size, size, 2) == 1;
}

void upcr_plan_reduce(struct upcr_op *op, int root, char *to, const char *from, size_t n) {
  int me = op->team->rank, top = upcr_is_commutative(&op->reduction) ? root : 0;
  char *acc = (char *)from;
  if (me == top && me == root)
    acc = to;
  else if (me == top || !is_leaf(op, top))
    acc = upcr_op_scratch(op, n, n);
  else if (me != root)
    from = acc = upcr_team_keep_one(op, from, n, UPCR_KEEP_IF_SHORT);
  climb(op, top, acc, from, n, me == root);
  if (top == root)
    return;
  if (me == top)
    upcr_op_offer(op, root, acc, n);
  else if (me == root)
    upcr_op_fetch(op, top, to, n);
}

static void fold_rank(struct upcr_op *op, int rank, char *acc, const char *own, size_t at, size_t n,
                      size_t all) {
  if (rank == op->team->rank) {
    if (rank == 0)
      upcr_op_copy(op, acc, own + at, n);
    else
      upcr_op_fold(op, acc, own + at, n);
    return;
  }
  upcr_op_take(op, rank, all);
  if (rank == 0)
    upcr_op_get(op, acc, at, n);
  else
    upcr_op_fold_offer(op, UPCR_STEP_FOLD, acc, at, n);
  upcr_op_release(op, rank, all);
}

/* Takes an offer of `all` bytes of every other, and folds n bytes at `at` of each vector, `own`
 * among them, to `to`, in the order of ranks. In its own place the slice is written only when it
 * has been read. */
static void fold_slices(struct upcr_op *op, char *to, const char *own, size_t at, size_t n,
                        size_t all) {
  char *acc = to == own + at && op->team->rank != 0 ? upcr_op_scratch(op, n, 0) : to;
  for (int rank = 0; rank < op->team->size; rank++)
    fold_rank(op, rank, acc, own, at, n, all);
  upcr_op_copy(op, to, acc, n);
}

/* Folds the offer of `peer` and the member's result, in the order of ranks, into the next buffer;
 * returns the buffer. `before` collects the result of the ranks before the member's range; 0: not
 * needed. */
static char *join(struct upcr_op *op, int peer, const char *now, char *next, char *before,
                  bool is_first, size_t n) {
  bool left = peer < op->team->rank;
  upcr_op_copy(op, next, now, n);
  upcr_op_take(op, peer, n);
  upcr_op_fold_offer(op, left ? UPCR_STEP_FOLD_LEFT : UPCR_STEP_FOLD, next, 0, n);
  if (before && is_first)
    upcr_op_get(op, before, 0, n);
  else if (before)
    upcr_op_fold_offer(op, UPCR_STEP_FOLD_LEFT, before, 0, n);
  upcr_op_release(op, peer, n);
  return next;
}

static void plan_core(struct upcr_op *op, const struct upcr_doubling *pattern, int core, char *to,
                      const char *from, size_t n) {
  int extra = op->team->rank + 1;
  bool has_extra = upcr_folded_has_extra(pattern, core);
  char *next = upcr_op_scratch(op, n * (size_t)(pattern->steps + 2), n);
  const char *now = next;
  upcr_op_copy(op, next, from, n);
  next += n;
  if (has_extra) {
    now = join(op, extra, now, next, 0, false, n);
    next += n;
  }
  for (int step = 0; step < pattern->steps; step++, next += n) {
    int partner = upcr_folded_rank(pattern, upcr_doubling_partner(core, step));
    upcr_op_offer(op, partner, now, n);
    now = join(op, partner, now, next, 0, false, n);
  }
  if (has_extra)
    upcr_op_offer(op, extra, now, n);
  upcr_op_copy(op, to, now, n);
}

static void plan_doubling(struct upcr_op *op, char *to, const char *from, size_t n) {
  struct upcr_doubling pattern = upcr_doubling_of(op->team->size);
  int core = upcr_folded_core(&pattern, op->team->rank), proxy = op->team->rank - 1;
  if (core >= 0) {
    plan_core(op, &pattern, core, to, from, n);
    return;
  }
  upcr_op_offer(op, proxy, from, n);
  upcr_op_await_read(op, proxy, n);
  upcr_op_fetch(op, proxy, to, n);
}

static size_t slice_at(const struct upcr_op *op, int rank) {
  return upcr_even_first(op->reduction.nelems, op->team->size, rank) * op->reduction.type->size;
}

static size_t slice_bytes(const struct upcr_op *op, int rank) {
  return slice_at(op, rank + 1) - slice_at(op, rank);
}

/* Offers all bytes of `from` to every other, and folds n bytes at `at` of each member's to `to`. */
static void fold_offered(struct upcr_op *op, char *to, const char *from, size_t at, size_t n,
                         size_t all) {
  upcr_plan_offer_all(op, from, all);
  fold_slices(op, to, from, at, n, all);
}

/* Others read a copy, so the result may overwrite the vector at once. */
static void plan_flat(struct upcr_op *op, char *to, const char *from, size_t n) {
  char *buffer = upcr_op_scratch(op, n, n);
  upcr_op_copy(op, buffer, from, n);
  fold_offered(op, to, buffer, 0, n, n);
}

void upcr_plan_reduce_scatter(struct upcr_op *op, char *to, const char *from, size_t n) {
  fold_offered(op, to, from, n * (size_t)op->team->rank, n, n * (size_t)op->team->size);
}

/* The member's slice is made in `shared`. */
static void plan_slices(struct upcr_op *op, char *to, const char *from, char *shared, size_t n) {
  int me = op->team->rank, size = op->team->size;
  upcr_plan_offer_all(op, from, n);
  fold_slices(op, shared + slice_at(op, me), from, slice_at(op, me), slice_bytes(op, me), n);
  for (int k = 1; k < size; k++) {
    upcr_op_await_read(op, upcr_rank_after(op, k), n);
    upcr_op_offer(op, upcr_rank_after(op, k), shared + slice_at(op, me), slice_bytes(op, me));
  }
  upcr_op_copy(op, to + slice_at(op, me), shared + slice_at(op, me), slice_bytes(op, me));
  for (int k = 1; k < size; k++) {
    int peer = upcr_rank_after(op, size - k);
    upcr_op_fetch(op, peer, to + slice_at(op, peer), slice_bytes(op, peer));
  }
}

/* With two members slices read as much. */
static bool is_flat(const struct upcr_op *op, size_t n) {
  size_t size = (size_t)op->team->size;
  return size == 2 ? n <= UPCR_TEAM_FLAT_OF_TWO
                   : n <= UPCR_TEAM_FLAT_BYTES / size && size <= UPCR_TEAM_FLAT_MOST;
}

void upcr_plan_reduce_all(struct upcr_op *op, char *to, const char *from, char *shared, size_t n) {
  if (is_flat(op, n))
    plan_flat(op, to, from, n);
  else if (n <= UPCR_TEAM_SMALL)
    plan_doubling(op, to, from, n);
  else
    plan_slices(op, to, from, shared, n);
}

/* Folding vectors where they lie, without asking their owners: NOSYNC on both sides. */

bool upcr_team_reads_all(const struct upcr_op *op, size_t n) {
  return op->team->size <= 2 || n <= UPCR_TEAM_READ_MOST / (size_t)op->team->size;
}

void upcr_plan_fold_ranks(struct upcr_op *op, char *to, upcr_ppts_t src, int ranks, size_t at,
                          size_t n) {
  if (ranks == 0)
    return;
  char *own = upcr_segment_address(upcr_team_part_of(op, src, op->team->rank, at));
  bool holds_operand = to == own && op->team->rank > 0 && op->team->rank < ranks;
  char *acc = holds_operand ? upcr_op_scratch(op, n, 0) : to;
  upcr_op_copy_shared(op, acc, upcr_team_part_of(op, src, 0, at), n);
  for (int rank = 1; rank < ranks; rank++)
    upcr_op_fold_shared(op, acc, upcr_team_part_of(op, src, rank, at), n);
  upcr_op_copy(op, to, acc, n);
}

/* Prefix reductions. dst of rank r: the vectors of ranks 0 to r combined, in their order;
 * exclusive, those of ranks 0 to r - 1, and rank 0's dst is left as it is.
 *
 * Short vectors over ceil(log2(size)) steps: in step k a member with the result of 2^k ranks, its
 * own the last, puts that of the 2^k before these before its own, in a buffer of the step. Long
 * ones go from rank to rank. */

/* Gives where the inclusive result will be. */
static const char *plan_prefix_doubling(struct upcr_op *op, const char *from, char *before,
                                        size_t n) {
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
    now = join(op, me - distance, now, next, before, step == 0, n);
    next += n;
  }
  return now;
}

/* `before`: as in join; it is not `result`. */
static void plan_chain(struct upcr_op *op, char *result, const char *from, char *before, size_t n) {
  int me = op->team->rank;
  if (me > 0)
    join(op, me - 1, from, result, before, true, n);
  else
    upcr_op_copy(op, result, from, n);
  if (me + 1 < op->team->size)
    upcr_op_offer(op, me + 1, upcr_team_keep_one(op, result, n, UPCR_KEEP_IF_SHORT), n);
}

static bool prefix_doubles(size_t n) {
  return n <= UPCR_TEAM_SMALL && !upcr_job->config.oversubscribed;
}

void upcr_plan_prefix(struct upcr_op *op, char *to, const char *from, size_t n) {
  if (prefix_doubles(n))
    upcr_op_copy(op, to, plan_prefix_doubling(op, from, 0, n), n);
  else
    plan_chain(op, to, from, 0, n);
}

/* In place the written memory is no longer read: the first step has copied it, and its readers have
 * read the copy. */
void upcr_plan_prefix_exclusive(struct upcr_op *op, char *to, const char *from, size_t n) {
  char *result = upcr_op_scratch(op, n, n);
  if (!prefix_doubles(n)) {
    plan_chain(op, result, from, to, n);
    return;
  }
  plan_prefix_doubling(op, from, result, n);
  if (op->team->rank > 0)
    upcr_op_copy(op, to, result, n);
}
