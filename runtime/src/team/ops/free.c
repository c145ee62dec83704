/* Folding vectors where they lie, without asking their owners: what NOSYNC on both sides permits, as nobody writes them meanwhile. The result
 * is no operand of another member. */
#include "../../mem/segment.h"
#include "../arguments.h"
#include "ops.h"

enum { READ_MOST = 64 << 10 /* bytes of all vectors */ };

bool upcr_team_reads_all(const struct upcr_op *op, size_t n) {
  return op->team->size <= 2 || n <= READ_MOST / (size_t)op->team->size;
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
