/* What the plans of several operations have: blocks, the barrier, folds of vectors whose owners
 * are not asked. */
#include <stdlib.h>

#include "../../base/log.h"
#include "../../coll/patterns/schedule.h"
#include "../../coll/patterns/tree.h"
#include "../../core/barrier.h"
#include "../../mem/segment.h"
#include "../arguments.h"
#include "../engine.h"
#include "../whole.h"
#include "ops.h"

/* Dissemination: in step k a member signals to the one 2^k ranks on. */

void upcr_plan_barrier(struct upcr_op *op) {
  int rank = op->team->rank, size = op->team->size, steps = upcr_ceil_log(size, 2);
  for (int step = 0; step < steps; step++) {
    upcr_op_signal(op, upcr_dissemination_to(rank, size, step));
    upcr_op_await(op, upcr_dissemination_from(rank, size, step));
  }
}

struct upcr_op *upcr_team_barrier(upcx_team_t team, enum upcr_collective function) {
  struct upcr_op *op = upcr_team_call_private(team, function, 0);
  upcr_plan_barrier(op);
  return op;
}

static struct upcr_op *barrier(upcx_team_t team) { return upcr_team_barrier(team, UPCR_TEAM_BARRIER); }

UPCR_TEAM_FORMS_OR_WHOLE(barrier, (upcx_team_t team), (team))

size_t upcr_blocks_end(const struct upcr_blocks *b, int size) {
  size_t end = 0;
  if (!b->vary)
    return b->each * (size_t)size;
  for (int r = 0; r < size; r++)
    if (b->nbytes[r] && b->at[r] + b->nbytes[r] > end)
      end = b->at[r] + b->nbytes[r];
  return end;
}

struct upcr_packed upcr_blocks_packed(const struct upcr_blocks *b, int size) {
  if (!b->vary)
    return (struct upcr_packed){.blocks = *b, .all = b->each * (size_t)size, .largest = b->each};
  struct upcr_packed packed = {.at = malloc((size_t)size * sizeof *packed.at)};
  if (!packed.at)
    upcr_fatal("no memory for the places of %d blocks", size);
  for (int r = 0; r < size; r++) {
    packed.at[r] = packed.all;
    packed.all += b->nbytes[r];
    if (b->nbytes[r] > packed.largest)
      packed.largest = b->nbytes[r];
  }
  packed.blocks = (struct upcr_blocks){.vary = true, .nbytes = b->nbytes, .at = packed.at};
  return packed;
}

uint32_t upcr_blocks_digest(const struct upcr_blocks *b, int size, uint32_t digest) {
  for (int r = 0; r < size; r++)
    digest = upcr_digest(upcr_digest(digest, b->nbytes[r]), b->at[r]);
  return digest;
}

/* Folding vectors where they lie, without asking their owners: what NOSYNC on both sides
 * permits, as nobody writes them meanwhile. The result is no operand of another member. */

bool upcr_team_reads_all(const struct upcr_op *op, size_t n) {
  return op->team->size <= 2 || n <= UPCR_TEAM_READ_MOST / (size_t)op->team->size;
}

void upcr_plan_fold_ranks(struct upcr_op *op, char *to, upcr_ppts_t src, int ranks, size_t at, size_t n) {
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
