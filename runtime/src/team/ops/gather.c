/* Each member offers its block, and the root copies one after the other, from the rank after its own on. */
#include <string.h>

#include "../arguments.h"
#include "../engine.h"
#include "../whole.h"
#include "ops.h"

void upcr_plan_gather(struct upcr_op *op, int root, char *to, const struct upcr_blocks *b, const char *from, size_t n) {
  int me = op->team->rank, size = op->team->size;
  if (me != root) {
    upcr_op_offer(op, root, from, n);
    upcr_op_await_read_at_end(op, root, n);
    return;
  }
  upcr_op_copy(op, to + upcr_block_at(b, root), from, n);
  for (int k = 1; k < size; k++) {
    int peer = (root + k) % size;
    upcr_op_fetch(op, peer, to + upcr_block_at(b, peer), upcr_block_bytes(b, peer));
  }
}

static void plan_free(struct upcr_op *op, char *to, upcr_ppts_t src, size_t n) {
  for (int k = 0, size = op->team->size; k < size; k++) {
    int rank = (op->team->rank + k) % size;
    upcr_op_copy_shared(op, to + n * (size_t)rank, upcr_team_part_of(op, src, rank, 0), n);
  }
}

/* `of_dst` is read on the root only. */
static struct upcr_op *plan(struct upcr_op *op, upcr_ppts_t dst, const struct upcr_blocks *of_dst, upcr_ppts_t src,
                            size_t nbytes, bool is_free) {
  int root = upcr_team_root(op, dst, "dst");
  const char *from = upcr_team_part(op, src, nbytes, "src");
  char *to = 0;
  if (op->team->rank == root) {
    upcr_team_check_blocks(op->function, of_dst);
    to = upcr_team_root_blocks(op, dst, of_dst, "dst", from, nbytes);
  }
  if (!is_free && op->team->rank != root)
    from = upcr_team_lend(op, from, nbytes);
  if (!is_free)
    upcr_plan_gather(op, root, to, of_dst, from, nbytes);
  else if (op->team->rank == root)
    plan_free(op, to, src, nbytes);
  return upcr_team_planned(op);
}

static struct upcr_op *gather(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call(team, UPCR_TEAM_GATHER, flags, 0, upcr_team_digest(dst.p, src.p, nbytes));
  return plan(op, dst, &(struct upcr_blocks){.each = nbytes}, src, nbytes, upcr_team_is_free(flags));
}

static struct upcr_op *gatherv(upcr_ppts_t dst, const size_t *counts, const size_t *displs, upcr_ppts_t src,
                               size_t nbytes, int flags, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call(team, UPCR_TEAM_GATHERV, flags, 0, upcr_team_digest(dst.p, src.p, 0));
  return plan(op, dst, &(struct upcr_blocks){.vary = true, .nbytes = counts, .at = displs}, src, nbytes, false);
}

/* The root's own block is moved to its place now, as src may be written again when the call returns. `of_dst` is read on the root only. */
static void plan_private(struct upcr_op *op, int root, char *dst, const struct upcr_blocks *of_dst, const void *src,
                         size_t n) {
  if (op->team->rank != root) {
    upcr_plan_gather(op, root, 0, 0, upcr_team_stage(op, src, n, n), n);
    return;
  }
  upcr_team_check_blocks(op->function, of_dst);
  upcr_team_check_own_block(op, upcr_block_bytes(of_dst, root), n);
  upcr_team_check_private(op->function, src, n, "src");
  upcr_team_check_private(op->function, dst, upcr_blocks_end(of_dst, op->team->size), "dst");
  char *own = dst + upcr_block_at(of_dst, root);
  if (n)
    memmove(own, src, n);
  upcr_plan_gather(op, root, dst, of_dst, own, n);
}

static struct upcr_op *gather_private(void *dst, const void *src, size_t nbytes, int root, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call_private(team, UPCR_TEAM_GATHER, upcr_team_digest(0, (unsigned)root, nbytes));
  upcr_team_check_root(op, root);
  plan_private(op, root, dst, &(struct upcr_blocks){.each = nbytes}, src, nbytes);
  return op;
}

static struct upcr_op *gatherv_private(void *dst, const size_t *counts, const size_t *displs, const void *src,
                                       size_t nbytes, int root, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call_private(team, UPCR_TEAM_GATHERV, upcr_team_digest(0, (unsigned)root, 0));
  upcr_team_check_root(op, root);
  plan_private(op, root, dst, &(struct upcr_blocks){.vary = true, .nbytes = counts, .at = displs}, src, nbytes);
  return op;
}

UPCR_TEAM_FORMS_OR_WHOLE(gather, (upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags, upcx_team_t team),
                         (dst, src, nbytes, flags, team))
UPCR_TEAM_FORMS(gatherv,
                (upcr_ppts_t dst, const size_t *counts, const size_t *displs, upcr_ppts_t src, size_t nbytes, int flags,
                 upcx_team_t team),
                (dst, counts, displs, src, nbytes, flags, team))
UPCR_TEAM_FORMS_OR_WHOLE(gather_private, (void *dst, const void *src, size_t nbytes, int root, upcx_team_t team),
                         (dst, src, nbytes, root, team))
UPCR_TEAM_FORMS(gatherv_private,
                (void *dst, const size_t *counts, const size_t *displs, const void *src, size_t nbytes, int root,
                 upcx_team_t team),
                (dst, counts, displs, src, nbytes, root, team))
