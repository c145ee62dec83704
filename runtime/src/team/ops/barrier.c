/* Dissemination: in step k a member signals to the one 2^k ranks on. */
#include "../../coll/patterns/schedule.h"
#include "../../coll/patterns/tree.h"
#include "../arguments.h"
#include "../engine.h"
#include "../whole.h"
#include "ops.h"

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
