/* Each member offers its vectors to all, and folds its slice of those of all, in the order of ranks. */
#include "../arguments.h"
#include "../engine.h"
#include "../reduction.h"
#include "../whole.h"
#include "ops.h"

static void fold_rank(struct upcr_op *op, int rank, char *acc, const char *own, size_t at, size_t n, size_t all) {
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

/* In its own place the slice is written only when it has been read. */
void upcr_plan_fold_slices(struct upcr_op *op, char *to, const char *own, size_t at, size_t n, size_t all) {
  char *acc = to == own + at && op->team->rank != 0 ? upcr_op_scratch(op, n, 0) : to;
  for (int rank = 0; rank < op->team->size; rank++)
    fold_rank(op, rank, acc, own, at, n, all);
  upcr_op_copy(op, to, acc, n);
}

void upcr_plan_reduce_scatter(struct upcr_op *op, char *to, const char *from, size_t n) {
  int me = op->team->rank, size = op->team->size;
  size_t all = n * (size_t)size;
  for (int k = 1; k < size; k++)
    upcr_op_offer(op, (me + k) % size, from, all);
  upcr_plan_fold_slices(op, to, from, n * (size_t)me, n, all);
  for (int k = 1; k < size; k++)
    upcr_op_await_read_at_end(op, (me + k) % size, all);
}

static struct upcr_op *reduce_scatter(upcr_ppts_t dst, upcr_ppts_t src, int type, int operation, size_t nelems,
                                      int flags, upcx_team_t team) {
  struct upcr_op *op =
      upcr_team_reduce_call(team, UPCR_TEAM_REDUCE_SCATTER, dst, src, type, operation, nelems, flags, 0);
  size_t n = upcr_vector_bytes(&op->reduction), all = n * (size_t)op->team->size;
  char *to = upcr_team_part(op, dst, n, "dst"), *from = upcr_team_part(op, src, all, "src");
  upcr_team_check_apart(op, to, n, from, all);
  if (upcr_team_is_free(flags))
    upcr_plan_fold_ranks(op, to, src, op->team->size, n * (size_t)op->team->rank, n);
  else
    upcr_plan_reduce_scatter(op, to, upcr_team_lend(op, from, all), n);
  return upcr_team_planned(op);
}

static struct upcr_op *reduce_scatter_private(void *dst, const void *src, int type, int operation, size_t nelems,
                                              upcx_team_t team) {
  char *copy;
  upcr_team_check(team, "upcx_team_reduce_scatter");
  struct upcr_op *op = upcr_team_reduce_staged(team, UPCR_TEAM_REDUCE_SCATTER, dst, src, (size_t)team->size, type,
                                               operation, nelems, &copy);
  upcr_plan_reduce_scatter(op, dst, copy, upcr_vector_bytes(&op->reduction));
  return op;
}

UPCR_TEAM_FORMS_OR_WHOLE(reduce_scatter,
                         (upcr_ppts_t dst, upcr_ppts_t src, int type, int operation, size_t nelems, int flags,
                          upcx_team_t team),
                         (dst, src, type, operation, nelems, flags, team))
UPCR_TEAM_FORMS(reduce_scatter_private,
                (void *dst, const void *src, int type, int operation, size_t nelems, upcx_team_t team),
                (dst, src, type, operation, nelems, team))
