/* Up a binomial tree: each folds its children's results to its own, which are of the ranks after it and in their order, and offers
 * what comes of it to its parent. The tree's root is the root, or rank 0 where operands may not change places, whose result then goes on to
 * the root. */
#include "../../coll/patterns/tree.h"
#include "../arguments.h"
#include "../engine.h"
#include "../reduction.h"
#include "../whole.h"
#include "ops.h"

enum { CHILDREN = 32 /* at most one for each bit of a number of threads */ };

/* `is_written`: the member's vector is written later. */
static void climb(struct upcr_op *op, int top, char *acc, const char *from, size_t n, bool is_written) {
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
    else
      upcr_op_await_read_at_end(op, parent, n);
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
    from = acc = (char *)upcr_team_lend(op, from, n);
  climb(op, top, acc, from, n, me == root);
  if (top == root)
    return;
  if (me == top) {
    upcr_op_offer(op, root, acc, n);
    upcr_op_await_read_at_end(op, root, n);
  } else if (me == root) {
    upcr_op_fetch(op, top, to, n);
  }
}

static struct upcr_op *reduce(upcr_ppts_t dst, upcr_ppts_t src, int type, int operation, size_t nelems, int flags,
                              upcx_team_t team) {
  struct upcr_op *op = upcr_team_reduce_call(team, UPCR_TEAM_REDUCE, dst, src, type, operation, nelems, flags, 0);
  size_t n = upcr_vector_bytes(&op->reduction);
  int root = upcr_team_root(op, dst, "dst");
  char *from = upcr_team_part(op, src, n, "src"), *to = 0;
  if (op->team->rank == root) {
    to = upcr_team_own(op, dst, n, "dst");
    upcr_team_check_apart(op, to, n, from, n);
  }
  if (!upcr_team_is_free(flags))
    upcr_plan_reduce(op, root, to, from, n);
  else if (op->team->rank == root)
    upcr_plan_fold_ranks(op, to, src, op->team->size, 0, n);
  return upcr_team_planned(op);
}

static struct upcr_op *reduce_private(void *dst, const void *src, int type, int operation, size_t nelems, int root,
                                      upcx_team_t team) {
  struct upcr_op *op = upcr_team_reduce_call_private(team, UPCR_TEAM_REDUCE, root, type, operation, nelems);
  size_t n = upcr_vector_bytes(&op->reduction);
  upcr_team_check_root(op, root);
  if (op->team->rank == root)
    upcr_team_check_private(op->function, dst, n, "dst");
  upcr_plan_reduce(op, root, dst, upcr_team_stage(op, src, n, n), n);
  return op;
}

UPCR_TEAM_FORMS_OR_WHOLE(reduce,
                         (upcr_ppts_t dst, upcr_ppts_t src, int type, int operation, size_t nelems, int flags,
                          upcx_team_t team),
                         (dst, src, type, operation, nelems, flags, team))
UPCR_TEAM_FORMS_OR_WHOLE(reduce_private,
                         (void *dst, const void *src, int type, int operation, size_t nelems, int root,
                          upcx_team_t team),
                         (dst, src, type, operation, nelems, root, team))
