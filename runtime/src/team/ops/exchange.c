/* Each member offers every other its block, and takes those of the others, from the rank before its own on down: at any time each is read
 * by one other, if all are equally fast. */
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../arguments.h"
#include "../engine.h"
#include "../whole.h"
#include "ops.h"

static int after(const struct upcr_op *op, int k) { return (op->team->rank + k) % op->team->size; }

void upcr_plan_exchange(struct upcr_op *op, char *to, const struct upcr_blocks *of_to, const char *from,
                        const struct upcr_blocks *of_from, const char *own) {
  int me = op->team->rank, size = op->team->size;
  for (int k = 1; k < size; k++) {
    int peer = after(op, k);
    upcr_op_offer(op, peer, from + upcr_block_at(of_from, peer), upcr_block_bytes(of_from, peer));
  }
  upcr_op_copy(op, to + upcr_block_at(of_to, me), own, upcr_block_bytes(of_to, me));
  for (int k = 1; k < size; k++) {
    int peer = after(op, size - k);
    upcr_op_fetch(op, peer, to + upcr_block_at(of_to, peer), upcr_block_bytes(of_to, peer));
  }
  for (int k = 1; k < size; k++)
    upcr_op_await_read_at_end(op, after(op, k), upcr_block_bytes(of_from, after(op, k)));
}

static void plan_free(struct upcr_op *op, char *to, upcr_ppts_t src, size_t n) {
  for (int k = 0; k < op->team->size; k++) {
    int rank = after(op, k);
    upcr_op_copy_shared(op, to + n * (size_t)rank, upcr_team_part_of(op, src, rank, n * (size_t)op->team->rank), n);
  }
}

static void plan_lent(struct upcr_op *op, char *to, const struct upcr_blocks *of_to, const char *from,
                      const struct upcr_blocks *of_from) {
  struct upcr_packed lent;
  const char *own = from + upcr_block_at(of_from, op->team->rank);
  from = upcr_team_lend_blocks(op, from, of_from, &lent);
  upcr_plan_exchange(op, to, of_to, from, &lent.blocks, own);
  free(lent.at);
}

/* In place the blocks are copied aside first: what is read is not what is written then. */
static struct upcr_op *exchange(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags, upcx_team_t team) {
  bool in_place = flags & UPCX_IN_PLACE;
  struct upcr_op *op = upcr_team_call(team, UPCR_TEAM_EXCHANGE, flags, UPCX_IN_PLACE,
                                      upcr_team_digest(dst.p, in_place ? 0 : src.p, nbytes));
  size_t all = nbytes * (size_t)op->team->size;
  struct upcr_blocks b = {.each = nbytes};
  char *to = upcr_team_part(op, dst, all, "dst");
  char *from = in_place ? upcr_op_scratch(op, all, nbytes) : upcr_team_part(op, src, all, "src");
  if (in_place)
    upcr_team_copy_others(op, from, to, nbytes);
  else
    upcr_team_check_apart(op, to, all, from, all);
  if (upcr_team_is_free(flags) && !in_place)
    plan_free(op, to, src, nbytes);
  else if (in_place)
    upcr_plan_exchange(op, to, &b, from, &b, to + upcr_block_at(&b, op->team->rank));
  else
    plan_lent(op, to, &b, from, &b);
  return upcr_team_planned(op);
}

static struct upcr_op *exchangev(upcr_ppts_t dst, const size_t *dst_counts, const size_t *dst_displs, upcr_ppts_t src,
                                 const size_t *src_counts, const size_t *src_displs, int flags, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call(team, UPCR_TEAM_EXCHANGEV, flags, 0, upcr_team_digest(dst.p, src.p, 0));
  struct upcr_blocks of_to = {.vary = true, .nbytes = dst_counts, .at = dst_displs},
                     of_from = {.vary = true, .nbytes = src_counts, .at = src_displs};
  int me = op->team->rank, size = op->team->size;
  upcr_team_check_blocks(op->function, &of_to);
  upcr_team_check_blocks(op->function, &of_from);
  size_t read = upcr_blocks_end(&of_from, size), written = upcr_blocks_end(&of_to, size);
  char *to = upcr_team_part(op, dst, written, "dst"), *from = upcr_team_part(op, src, read, "src");
  upcr_team_check_own_block(op, dst_counts[me], src_counts[me]);
  upcr_team_check_apart(op, to, written, from, read);
  plan_lent(op, to, &of_to, from, &of_from);
  return upcr_team_planned(op);
}

/* The member's own block is moved to its place now, when those for the others have been copied: dst may be src. */
static void plan_private(struct upcr_op *op, char *dst, const struct upcr_blocks *of_dst, const char *src,
                         const struct upcr_blocks *of_src) {
  int me = op->team->rank;
  struct upcr_packed staged;
  char *own = dst + upcr_block_at(of_dst, me);
  upcr_team_check_own_block(op, upcr_block_bytes(of_dst, me), upcr_block_bytes(of_src, me));
  upcr_team_check_private(op->function, dst, upcr_blocks_end(of_dst, op->team->size), "dst");
  const char *from = upcr_team_stage_others(op, src, of_src, &staged);
  if (upcr_block_bytes(of_src, me))
    memmove(own, src + upcr_block_at(of_src, me), upcr_block_bytes(of_src, me));
  upcr_plan_exchange(op, dst, of_dst, from, &staged.blocks, own);
  free(staged.at);
}

static struct upcr_op *exchange_private(void *dst, const void *src, size_t nbytes, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call_private(team, UPCR_TEAM_EXCHANGE, upcr_team_digest(0, 0, nbytes));
  struct upcr_blocks b = {.each = nbytes};
  plan_private(op, dst, &b, src, &b);
  return op;
}

static struct upcr_op *exchangev_private(void *dst, const size_t *dst_counts, const size_t *dst_displs, const void *src,
                                         const size_t *src_counts, const size_t *src_displs, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call_private(team, UPCR_TEAM_EXCHANGEV, upcr_team_digest(0, 0, 0));
  struct upcr_blocks of_to = {.vary = true, .nbytes = dst_counts, .at = dst_displs},
                     of_from = {.vary = true, .nbytes = src_counts, .at = src_displs};
  upcr_team_check_blocks(op->function, &of_to);
  upcr_team_check_blocks(op->function, &of_from);
  plan_private(op, dst, &of_to, src, &of_from);
  return op;
}

UPCR_TEAM_FORMS_OR_WHOLE(exchange, (upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags, upcx_team_t team),
                         (dst, src, nbytes, flags, team))
UPCR_TEAM_FORMS(exchangev,
                (upcr_ppts_t dst, const size_t *dst_counts, const size_t *dst_displs, upcr_ppts_t src,
                 const size_t *src_counts, const size_t *src_displs, int flags, upcx_team_t team),
                (dst, dst_counts, dst_displs, src, src_counts, src_displs, flags, team))
UPCR_TEAM_FORMS_OR_WHOLE(exchange_private, (void *dst, const void *src, size_t nbytes, upcx_team_t team),
                         (dst, src, nbytes, team))
UPCR_TEAM_FORMS(exchangev_private,
                (void *dst, const size_t *dst_counts, const size_t *dst_displs, const void *src,
                 const size_t *src_counts, const size_t *src_displs, upcx_team_t team),
                (dst, dst_counts, dst_displs, src, src_counts, src_displs, team))
