/* The root offers each member its block, and all copy at once. */
#include <stdlib.h>
#include <string.h>

#include "../arguments.h"
#include "../engine.h"
#include "../whole.h"
#include "ops.h"

void upcr_plan_scatter(struct upcr_op *op, int root, char *to, size_t n, const char *from, const struct upcr_blocks *b,
                       const char *own) {
  int me = op->team->rank, size = op->team->size;
  if (me != root) {
    upcr_op_fetch(op, root, to, n);
    return;
  }
  for (int k = 1; k < size; k++) {
    int peer = (root + k) % size;
    upcr_op_offer(op, peer, from + upcr_block_at(b, peer), upcr_block_bytes(b, peer));
  }
  upcr_op_copy(op, to, own, n);
  for (int k = 1; k < size; k++)
    upcr_op_await_read_at_end(op, (root + k) % size, upcr_block_bytes(b, (root + k) % size));
}

/* `of_src` is read on the root only, unless the call is free. */
static struct upcr_op *plan(struct upcr_op *op, upcr_ppts_t dst, size_t nbytes, upcr_ppts_t src,
                            const struct upcr_blocks *of_src, bool is_free) {
  int root = upcr_team_root(op, src, "src");
  char *to = upcr_team_part(op, dst, nbytes, "dst");
  const char *from = 0, *own = 0;
  struct upcr_packed lent = {.at = 0};
  if (op->team->rank == root) {
    upcr_team_check_blocks(op->function, of_src);
    from = upcr_team_root_blocks(op, src, of_src, "src", to, nbytes);
  }
  if (is_free)
    upcr_op_copy_shared(op, to, src.p + upcr_block_at(of_src, op->team->rank), nbytes);
  else if (op->team->rank == root) {
    own = from + upcr_block_at(of_src, root);
    from = upcr_team_lend_blocks(op, from, of_src, &lent);
  }
  if (!is_free)
    upcr_plan_scatter(op, root, to, nbytes, from, &lent.blocks, own);
  free(lent.at);
  return upcr_team_planned(op);
}

static struct upcr_op *scatter(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call(team, UPCR_TEAM_SCATTER, flags, 0, upcr_team_digest(dst.p, src.p, nbytes));
  return plan(op, dst, nbytes, src, &(struct upcr_blocks){.each = nbytes}, upcr_team_is_free(flags));
}

static struct upcr_op *scatterv(upcr_ppts_t dst, size_t nbytes, upcr_ppts_t src, const size_t *counts,
                                const size_t *displs, int flags, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call(team, UPCR_TEAM_SCATTERV, flags, 0, upcr_team_digest(dst.p, src.p, 0));
  return plan(op, dst, nbytes, src, &(struct upcr_blocks){.vary = true, .nbytes = counts, .at = displs}, false);
}

/* The root's own block is moved to its place now, as src may be written again when the call returns. `of_src` is read on the root only. */
static void plan_private(struct upcr_op *op, int root, char *dst, size_t n, const char *src,
                         const struct upcr_blocks *of_src) {
  struct upcr_packed staged;
  upcr_team_check_root(op, root);
  upcr_team_check_private(op->function, dst, n, "dst");
  if (op->team->rank != root) {
    upcr_plan_scatter(op, root, dst, n, 0, 0, 0);
    return;
  }
  upcr_team_check_blocks(op->function, of_src);
  upcr_team_check_own_block(op, n, upcr_block_bytes(of_src, root));
  const char *from = upcr_team_stage_others(op, src, of_src, &staged);
  if (n)
    memmove(dst, src + upcr_block_at(of_src, root), n);
  upcr_plan_scatter(op, root, dst, n, from, &staged.blocks, dst);
  free(staged.at);
}

static struct upcr_op *scatter_private(void *dst, const void *src, size_t nbytes, int root, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call_private(team, UPCR_TEAM_SCATTER, upcr_team_digest(0, (unsigned)root, nbytes));
  plan_private(op, root, dst, nbytes, src, &(struct upcr_blocks){.each = nbytes});
  return op;
}

static struct upcr_op *scatterv_private(void *dst, size_t nbytes, const void *src, const size_t *counts,
                                        const size_t *displs, int root, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call_private(team, UPCR_TEAM_SCATTERV, upcr_team_digest(0, (unsigned)root, 0));
  plan_private(op, root, dst, nbytes, src, &(struct upcr_blocks){.vary = true, .nbytes = counts, .at = displs});
  return op;
}

UPCR_TEAM_FORMS_OR_WHOLE(scatter, (upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags, upcx_team_t team),
                         (dst, src, nbytes, flags, team))
UPCR_TEAM_FORMS(scatterv,
                (upcr_ppts_t dst, size_t nbytes, upcr_ppts_t src, const size_t *counts, const size_t *displs, int flags,
                 upcx_team_t team),
                (dst, nbytes, src, counts, displs, flags, team))
UPCR_TEAM_FORMS_OR_WHOLE(scatter_private, (void *dst, const void *src, size_t nbytes, int root, upcx_team_t team),
                         (dst, src, nbytes, root, team))
UPCR_TEAM_FORMS(scatterv_private,
                (void *dst, size_t nbytes, const void *src, const size_t *counts, const size_t *displs, int root,
                 upcx_team_t team),
                (dst, nbytes, src, counts, displs, root, team))
