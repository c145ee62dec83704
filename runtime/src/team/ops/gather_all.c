/* In a small team each member offers its block to all. In a larger one Bruck's concatenation: in
 * step k a member that has the blocks of 2^k ranks, its own the last, takes as many before these
 * from the one 2^k ranks back. Blocks lie where they belong from the start, so nothing is
 * rotated at the end. */
#include <stdlib.h>
#include <string.h>

#include "../../coll/patterns/schedule.h"
#include "../../coll/patterns/tree.h"
#include "../arguments.h"
#include "../engine.h"
#include "../whole.h"
#include "ops.h"
#include "../../coll/constants.h"

/* Gets the blocks of ranks [first, end) from the same place in the offer, as few times as they
 * have gaps. */
static void get_blocks(struct upcr_op *op, char *to, const struct upcr_blocks *b, int first, int end) {
  while (first < end) {
    size_t at = upcr_block_at(b, first), n = upcr_block_bytes(b, first++);
    while (first < end && upcr_block_at(b, first) == at + n)
      n += upcr_block_bytes(b, first++);
    upcr_op_get(op, to + at, at, n);
  }
}

/* The `count` blocks of `last` and the ranks before it, modulo the team's size. */
static void get_range(struct upcr_op *op, char *to, const struct upcr_blocks *b, int last, int count) {
  int first = last - count + 1;
  if (first < 0) {
    get_blocks(op, to, b, first + op->team->size, op->team->size);
    first = 0;
  }
  get_blocks(op, to, b, first, last + 1);
}

/* The member's own block is offered from `own`. */
static void plan_flat(struct upcr_op *op, char *to, const struct upcr_blocks *b, const char *own) {
  int me = op->team->rank, size = op->team->size;
  size_t n = upcr_block_bytes(b, me);
  for (int k = 1; k < size; k++)
    upcr_op_offer(op, (me + k) % size, own, n);
  for (int k = 1; k < size; k++) {
    int peer = (me + size - k) % size;
    upcr_op_fetch(op, peer, to + upcr_block_at(b, peer), upcr_block_bytes(b, peer));
  }
  for (int k = 1; k < size; k++)
    upcr_op_await_read_at_end(op, (me + k) % size, n);
}

static void plan_bruck(struct upcr_op *op, char *to, const struct upcr_blocks *b) {
  int me = op->team->rank, size = op->team->size, steps = upcr_ceil_log(size, 2);
  size_t all = upcr_blocks_end(b, size);
  for (int step = 0; step < steps; step++) {
    int from = upcr_dissemination_from(me, size, step);
    upcr_op_offer(op, upcr_dissemination_to(me, size, step), to, all);
    upcr_op_take(op, from, all);
    get_range(op, to, b, from, upcr_bruck_blocks(size, step));
    upcr_op_release(op, from, all);
  }
  for (int step = 0; step < steps; step++)
    upcr_op_await_read_at_end(op, upcr_dissemination_to(me, size, step), all);
}

/* Few members: fewer steps that wait for each other, and no block is handed on. */
static bool is_flat(const struct upcr_op *op) { return op->team->size <= UPCR_TEAM_FLAT_MOST; }

void upcr_plan_gather_all(struct upcr_op *op, char *to, const struct upcr_blocks *b) {
  int me = op->team->rank;
  if (is_flat(op))
    plan_flat(op, to, b, upcr_team_lend(op, to + upcr_block_at(b, me), upcr_block_bytes(b, me)));
  else
    plan_bruck(op, to, b);
}

/* Of private memory: blocks go straight to their places, or, where they are handed on, to shared
 * memory first. `b` says where in `all`, and `packed` where there. */
static void plan_private(struct upcr_op *op, char *all, const struct upcr_blocks *b, const char *own,
                         const struct upcr_blocks *packed, size_t bytes) {
  int me = op->team->rank, size = op->team->size;
  size_t n = upcr_block_bytes(b, me);
  upcr_team_check_private(op->function, own, n, "src");
  upcr_team_check_private(op->function, all, bytes, "dst");
  if (is_flat(op)) {
    const char *staged = upcr_team_stage(op, own, n, n);
    upcr_op_copy(op, all + upcr_block_at(b, me), staged, n);
    plan_flat(op, all, b, staged);
    return;
  }
  char *staged = upcr_op_scratch(op, bytes, bytes);
  if (n)
    memcpy(staged + upcr_block_at(packed, me), own, n);
  plan_bruck(op, staged, packed);
  for (int r = 0; r < size; r++)
    upcr_op_copy(op, all + upcr_block_at(b, r), staged + upcr_block_at(packed, r), upcr_block_bytes(b, r));
}

/* In place each block is in its owner's dst. */
static struct upcr_op *plan_free(struct upcr_op *op, upcr_ppts_t dst, upcr_ppts_t src, size_t n, bool in_place) {
  int me = op->team->rank, size = op->team->size;
  char *to = upcr_team_part(op, dst, n * (size_t)size, "dst");
  if (!in_place)
    upcr_team_check_apart(op, to, n * (size_t)size, upcr_team_part(op, src, n, "src"), n);
  for (int k = 0; k < size; k++) {
    int rank = (me + k) % size;
    size_t at = n * (size_t)rank;
    upcr_op_copy_shared(op, to + at, upcr_team_part_of(op, in_place ? dst : src, rank, in_place ? at : 0), n);
  }
  return upcr_team_planned(op);
}

static struct upcr_op *plan(struct upcr_op *op, upcr_ppts_t dst, upcr_ppts_t src, const struct upcr_blocks *b,
                            int flags) {
  int me = op->team->rank;
  size_t own = upcr_block_bytes(b, me), all = upcr_blocks_end(b, op->team->size);
  char *to = upcr_team_part(op, dst, all, "dst");
  if (!(flags & UPCX_IN_PLACE)) {
    char *from = upcr_team_part(op, src, own, "src");
    upcr_team_check_apart(op, to, all, from, own);
    upcr_op_copy(op, to + upcr_block_at(b, me), from, own);
  }
  upcr_plan_gather_all(op, to, b);
  return upcr_team_planned(op);
}

static struct upcr_op *gather_all(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags, upcx_team_t team) {
  struct upcr_op *op = upcr_team_call(team, UPCR_TEAM_GATHER_ALL, flags, UPCX_IN_PLACE,
                                      upcr_team_digest(dst.p, flags & UPCX_IN_PLACE ? 0 : src.p, nbytes));
  if (upcr_team_is_free(flags))
    return plan_free(op, dst, src, nbytes, flags & UPCX_IN_PLACE);
  return plan(op, dst, src, &(struct upcr_blocks){.each = nbytes}, flags);
}

static struct upcr_op *gather_allv(upcr_ppts_t dst, const size_t *counts, const size_t *displs, upcr_ppts_t src,
                                   int flags, upcx_team_t team) {
  struct upcr_blocks b = {.vary = true, .nbytes = counts, .at = displs};
  upcr_team_check(team, "upcx_team_gather_allv");
  upcr_team_check_blocks(UPCR_TEAM_GATHER_ALLV, &b);
  uint32_t digest = upcr_team_digest(dst.p, flags & UPCX_IN_PLACE ? 0 : src.p, 0);
  struct upcr_op *op =
      upcr_team_call(team, UPCR_TEAM_GATHER_ALLV, flags, UPCX_IN_PLACE, upcr_blocks_digest(&b, team->size, digest));
  return plan(op, dst, src, &b, flags);
}

struct upcr_op *upcr_team_gather_private(upcx_team_t team, enum upcr_collective function, const void *own, size_t size,
                                         void *all) {
  struct upcr_op *op = upcr_team_call_private(team, function, upcr_team_digest(0, 0, size));
  struct upcr_blocks b = {.each = size};
  plan_private(op, all, &b, own, &b, size * (size_t)op->team->size);
  return op;
}

static struct upcr_op *gather_all_private(void *dst, const void *src, size_t nbytes, upcx_team_t team) {
  return upcr_team_gather_private(team, UPCR_TEAM_GATHER_ALL, src, nbytes, dst);
}

/* Where blocks are handed on they are collected without gaps, so that members may want them in
 * different places. */
static struct upcr_op *gather_allv_private(void *dst, const size_t *counts, const size_t *displs, const void *src,
                                           upcx_team_t team) {
  struct upcr_blocks b = {.vary = true, .nbytes = counts, .at = displs};
  upcr_team_check(team, "upcx_team_gather_allv");
  upcr_team_check_blocks(UPCR_TEAM_GATHER_ALLV, &b);
  struct upcr_packed packed = upcr_blocks_packed(&b, team->size);
  uint32_t digest = upcr_blocks_digest(&packed.blocks, team->size, upcr_team_digest(0, 0, 0));
  struct upcr_op *op = upcr_team_call_private(team, UPCR_TEAM_GATHER_ALLV, digest);
  plan_private(op, dst, &b, src, &packed.blocks, packed.all);
  free(packed.at);
  return op;
}

UPCR_TEAM_FORMS_OR_WHOLE(gather_all, (upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags, upcx_team_t team),
                         (dst, src, nbytes, flags, team))
UPCR_TEAM_FORMS(gather_allv,
                (upcr_ppts_t dst, const size_t *counts, const size_t *displs, upcr_ppts_t src, int flags,
                 upcx_team_t team),
                (dst, counts, displs, src, flags, team))
UPCR_TEAM_FORMS_OR_WHOLE(gather_all_private, (void *dst, const void *src, size_t nbytes, upcx_team_t team),
                         (dst, src, nbytes, team))
UPCR_TEAM_FORMS(gather_allv_private,
                (void *dst, const size_t *counts, const size_t *displs, const void *src, upcx_team_t team),
                (dst, counts, displs, src, team))
