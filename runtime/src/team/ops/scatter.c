/* The root offers each member its block, and all copy at once. */
#include "../arguments.h"
#include "../engine.h"
#include "ops.h"

void upcr_plan_scatter(struct upcr_op *op, int root, char *to, size_t n, const char *from,
                       const struct upcr_blocks *b) {
  int me = op->team->rank, size = op->team->size;
  if (me != root) {
    upcr_op_fetch(op, root, to, n);
    return;
  }
  for (int k = 1; k < size; k++) {
    int peer = (root + k) % size;
    upcr_op_offer(op, peer, from + upcr_block_at(b, peer), upcr_block_bytes(b, peer));
  }
  upcr_op_copy(op, to, from + upcr_block_at(b, root), n);
  for (int k = 1; k < size; k++)
    upcr_op_await(op, (root + k) % size);
}

/* `of_src` is read on the root only. */
static struct upcr_op *plan(struct upcr_op *op, upcr_ppts_t dst, size_t nbytes, upcr_ppts_t src,
                            const struct upcr_blocks *of_src) {
  int root = upcr_team_root(op, src, "src");
  char *to = upcr_team_part(op, dst, nbytes, "dst"), *from = 0;
  if (op->team->rank == root) {
    if (op->function == UPCR_TEAM_SCATTERV)
      upcr_team_check_blocks(op->function, of_src);
    size_t all = upcr_blocks_end(of_src, op->team->size);
    upcr_team_check_own_block(op, nbytes, upcr_block_bytes(of_src, root));
    from = upcr_team_own(src, all, "src");
    upcr_team_check_apart(op, to, nbytes, from, all);
  }
  upcr_plan_scatter(op, root, to, nbytes, from, of_src);
  return upcr_team_planned(op);
}

static struct upcr_op *scatter(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call(team, UPCR_TEAM_SCATTER, flags, 0, upcr_team_digest(dst.p, src.p, nbytes));
  return plan(op, dst, nbytes, src, &(struct upcr_blocks){.each = nbytes});
}

static struct upcr_op *scatterv(upcr_ppts_t dst, size_t nbytes, upcr_ppts_t src, const size_t *counts,
                                const size_t *displs, int flags, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call(team, UPCR_TEAM_SCATTERV, flags, 0, upcr_team_digest(dst.p, src.p, 0));
  return plan(op, dst, nbytes, src, &(struct upcr_blocks){.nbytes = counts, .at = displs});
}

static struct upcr_op *scatter_private(void *dst, const void *src, size_t nbytes, int root, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call_private(team, UPCR_TEAM_SCATTER, upcr_team_digest(0, (unsigned)root, nbytes));
  upcr_team_check_root(op, root);
  char *from = op->team->rank == root ? upcr_team_stage(op, src, nbytes * (size_t)op->team->size) : 0;
  upcr_team_check_private(op->function, dst, nbytes, "dst");
  upcr_plan_scatter(op, root, dst, nbytes, from, &(struct upcr_blocks){.each = nbytes});
  return op;
}

UPCR_TEAM_FORMS(scatter, (upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags, upcx_team_t team),
                (dst, src, nbytes, flags, team))
UPCR_TEAM_FORMS(scatterv,
                (upcr_ppts_t dst, size_t nbytes, upcr_ppts_t src, const size_t *counts, const size_t *displs, int flags,
                 upcx_team_t team),
                (dst, nbytes, src, counts, displs, flags, team))
UPCR_TEAM_FORMS(scatter_private, (void *dst, const void *src, size_t nbytes, int root, upcx_team_t team),
                (dst, src, nbytes, root, team))
