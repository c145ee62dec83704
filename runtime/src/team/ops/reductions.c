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
#include "ops.h"

static struct upcr_knomial place_below(const struct upcr_op *op, int top) {
  return upcr_knomial_of(op->team->rank, top, op->team->size, 2);
}

/* `is_written`: the member's vector is written later. */
static void climb(struct upcr_op *op, int top, char *acc, const char *from, size_t n,
                  bool is_written) {
  struct upcr_knomial place = place_below(op, top);
  upcr_op_copy(op, acc, from, n);
  for (int i = place.count; i-- > 0;)
    upcr_op_fetch_part(op, UPCR_STEP_FOLD, place.child[i], n, acc, 0, n);
  if (place.parent < 0)
    return;
  upcr_op_offer(op, place.parent, acc, n);
  if (is_written)
    upcr_op_await_read(op, place.parent, n);
}

static bool is_leaf(const struct upcr_op *op, int top) { return place_below(op, top).count == 0; }

static void plan_reduce(struct upcr_op *op, int root, char *to, const char *from, size_t n) {
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

/* n bytes at `at` of the vectors of all members: what each offers, of `all` bytes, or its part of
 * src, without asking it. `own`: the member's. */
struct vectors {
  const char *own;
  size_t at, n, all;
  bool is_free;
  upcr_ppts_t src;
};

static void fold_rank(struct upcr_op *op, const struct vectors *v, int rank, char *acc) {
  enum upcr_step_kind kind = rank == 0 ? UPCR_STEP_COPY : UPCR_STEP_FOLD;
  const char *own = v->own + v->at;
  if (rank == op->team->rank && rank == 0)
    upcr_op_copy(op, acc, own, v->n);
  else if (rank == op->team->rank)
    upcr_op_fold(op, acc, own, v->n);
  else if (v->is_free)
    upcr_op_use(op, kind, acc, upcr_team_part_of(op, v->src, rank, v->at), v->n);
  else
    upcr_op_fetch_part(op, kind, rank, v->all, acc, v->at, v->n);
}

/* Folds them to `to`, of the first `ranks` members in the order of ranks. In its own place the
 * result is written only when it has been read. */
static void fold_vectors(struct upcr_op *op, const struct vectors *v, int ranks, char *to) {
  bool is_operand = to == v->own + v->at && op->team->rank > 0 && op->team->rank < ranks;
  char *acc = is_operand ? upcr_op_scratch(op, v->n, 0) : to;
  for (int rank = 0; rank < ranks; rank++)
    fold_rank(op, v, rank, acc);
  upcr_op_copy(op, to, acc, v->n);
}

/* A result that grows by what others offer, each time in a new buffer, so no member waits for
 * readers before the end. */
struct growing {
  const char *now;
  char *next;
  char *before; /* collects the result of the ranks before the member's range; 0: not needed */
  bool has_before;
  size_t n;
};

static struct growing begin(struct upcr_op *op, const char *from, char *before, size_t n,
                            int joins) {
  char *buffer = upcr_op_scratch(op, n * (size_t)(joins + 1), n);
  upcr_op_copy(op, buffer, from, n);
  return (struct growing){.now = buffer, .next = buffer + n, .before = before, .n = n};
}

/* Folds the offer of `peer` and the member's result, in the order of ranks. */
static void join(struct upcr_op *op, struct growing *g, int peer) {
  bool left = peer < op->team->rank;
  upcr_op_copy(op, g->next, g->now, g->n);
  upcr_op_take(op, peer, g->n);
  upcr_op_use(op, left ? UPCR_STEP_FOLD_LEFT : UPCR_STEP_FOLD, g->next, 0, g->n);
  if (g->before)
    upcr_op_use(op, g->has_before ? UPCR_STEP_FOLD_LEFT : UPCR_STEP_COPY, g->before, 0, g->n);
  upcr_op_release(op, peer, g->n);
  g->has_before = true;
  g->now = g->next;
  g->next += g->n;
}

static void plan_doubling(struct upcr_op *op, char *to, const char *from, size_t n) {
  static upcr_schedule *const phases[] = {upcr_extras_give, upcr_doubling_of_all, upcr_extras_get};
  struct upcr_member m = upcr_member_of(op->team->rank, op->team->size);
  struct growing g = {.now = from};
  struct upcr_sendrecv step;
  m.folds = true;
  if (m.core >= 0)
    g = begin(op, from, 0, n, m.d.steps + 1);
  for (int p = 0; p < 3; p++)
    for (int i = 0; phases[p](&m, i, &step); i++) {
      if (step.to >= 0)
        upcr_op_offer(op, step.to, g.now, n);
      if (step.from >= 0 && m.core >= 0)
        join(op, &g, step.from);
    }
  if (m.core >= 0)
    return upcr_op_copy(op, to, g.now, n);
  upcr_op_await_read(op, m.rank - 1, n);
  upcr_op_fetch(op, m.rank - 1, to, n);
}

static size_t slice_at(const struct upcr_op *op, int rank) {
  return upcr_even_first(op->reduction.nelems, op->team->size, rank) * op->reduction.type->size;
}

static size_t slice_bytes(const struct upcr_op *op, int rank) {
  return slice_at(op, rank + 1) - slice_at(op, rank);
}

/* Offers the member's vectors to every other, and folds what all have offered. */
static void fold_offered(struct upcr_op *op, const struct vectors *v, char *to) {
  for (int k = 1; k < op->team->size; k++)
    upcr_op_offer(op, upcr_rank_after(op, k), v->own, v->all);
  fold_vectors(op, v, op->team->size, to);
}

/* Others read a copy, so the result may overwrite the vector at once. */
static void plan_flat(struct upcr_op *op, char *to, const char *from, size_t n) {
  char *buffer = upcr_op_scratch(op, n, n);
  upcr_op_copy(op, buffer, from, n);
  fold_offered(op, &(struct vectors){.own = buffer, .n = n, .all = n}, to);
}

static void plan_reduce_scatter(struct upcr_op *op, char *to, const char *from, size_t n) {
  size_t rank = (size_t)op->team->rank, size = (size_t)op->team->size;
  from = upcr_team_keep_one(op, from, n * size, UPCR_KEEP_IF_SHORT);
  fold_offered(op, &(struct vectors){.own = from, .at = n * rank, .n = n, .all = n * size}, to);
}

/* The member's slice is made in `shared`. */
static void plan_slices(struct upcr_op *op, char *to, const char *from, char *shared, size_t n) {
  int me = op->team->rank, size = op->team->size;
  struct vectors v = {.own = from, .at = slice_at(op, me), .n = slice_bytes(op, me), .all = n};
  fold_offered(op, &v, shared + v.at);
  for (int k = 1; k < size; k++) {
    upcr_op_await_read(op, upcr_rank_after(op, k), n);
    upcr_op_offer(op, upcr_rank_after(op, k), shared + v.at, v.n);
  }
  upcr_op_copy(op, to + v.at, shared + v.at, v.n);
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

static void plan_reduce_all(struct upcr_op *op, char *to, const char *from, char *shared,
                            size_t n) {
  if (is_flat(op, n))
    plan_flat(op, to, from, n);
  else if (n <= UPCR_TEAM_SMALL)
    plan_doubling(op, to, from, n);
  else
    plan_slices(op, to, from, shared, n);
}

/* Prefix reductions. dst of rank r: the vectors of ranks 0 to r combined, in their order;
 * exclusive, those of ranks 0 to r - 1, and rank 0's dst is left as it is.
 *
 * Short vectors over ceil(log2(size)) steps: in step k a member with the result of 2^k ranks, its
 * own the last, puts that of the 2^k before these before its own, in a buffer of the step. Long
 * ones go from rank to rank. */

static void double_ranks(struct upcr_op *op, struct growing *g) {
  int me = op->team->rank, size = op->team->size;
  for (int distance = 1; distance < size; distance *= 2) {
    if (me + distance < size)
      upcr_op_offer(op, me + distance, g->now, g->n);
    if (me - distance >= 0)
      join(op, g, me - distance);
  }
}

static void chain_ranks(struct upcr_op *op, struct growing *g) {
  int me = op->team->rank;
  char *result = g->next;
  if (me > 0)
    join(op, g, me - 1);
  else
    upcr_op_copy(op, result, g->now, g->n);
  g->now = result;
  if (me + 1 < op->team->size)
    upcr_op_offer(op, me + 1, upcr_team_keep_one(op, result, g->n, UPCR_KEEP_IF_SHORT), g->n);
}

/* In place the written memory is no longer read: the first step has copied it, and its readers have
 * read the copy. */
static void plan_prefix(struct upcr_op *op, char *to, const char *from, size_t n) {
  bool exclusive = op->function == UPCR_TEAM_PREFIX_REDUCE_EXCLUSIVE,
       doubles = n <= UPCR_TEAM_SMALL && !upcr_job->config.oversubscribed;
  char *before = exclusive ? to : 0;
  struct growing g;
  if (doubles)
    g = begin(op, from, before, n, upcr_ceil_log(op->team->size, 2));
  else
    g = (struct growing){from, exclusive ? upcr_op_scratch(op, n, n) : to, before, false, n};
  (doubles ? double_ranks : chain_ranks)(op, &g);
  if (!exclusive)
    upcr_op_copy(op, to, g.now, n);
}

void upcr_plan_vectors(struct upcr_op *op, const struct upcr_vectors *v) {
  switch (op->function) {
  case UPCR_TEAM_REDUCE:
    return plan_reduce(op, v->root, v->to, v->from, v->n);
  case UPCR_TEAM_REDUCE_ALL:
    return plan_reduce_all(op, v->to, v->from, v->shared, v->n);
  case UPCR_TEAM_REDUCE_SCATTER:
    return plan_reduce_scatter(op, v->to, v->from, v->n);
  default:
    return plan_prefix(op, v->to, v->from, v->n);
  }
}

/* A loss where each member reads the vectors of all, and they are long. */
static bool pays(const struct upcr_op *op, const struct upcr_vectors *v) {
  return op->function == UPCR_TEAM_REDUCE || op->function == UPCR_TEAM_REDUCE_SCATTER ||
         (v->to != v->from &&
          (op->team->size <= 2 || v->n <= UPCR_TEAM_READ_MOST / (size_t)op->team->size));
}

bool upcr_plan_free_vectors(struct upcr_op *op, const struct upcr_vectors *v, upcr_ppts_t src) {
  int me = op->team->rank, ranks = op->team->size;
  struct vectors all = {.own = v->from, .n = v->n, .is_free = true, .src = src};
  if (!pays(op, v))
    return false;
  if (op->function == UPCR_TEAM_PREFIX_REDUCE)
    ranks = me + 1;
  else if (op->function == UPCR_TEAM_PREFIX_REDUCE_EXCLUSIVE)
    ranks = me;
  else if (op->function == UPCR_TEAM_REDUCE_SCATTER)
    all.at = v->n * (size_t)me;
  if (v->to)
    fold_vectors(op, &all, ranks, v->to);
  return true;
}
