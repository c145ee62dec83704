#include <stdlib.h>

#include "../../base/log.h"
#include "../arguments.h"
#include "../engine.h"
#include "ops.h"

/* The rank that sends to the calling member; ends the job if `perm` is no permutation. */
static int source(const struct upcr_op *op, const int *perm) {
  int size = op->team->size, me = op->team->rank, found = -1;
  char *seen = calloc((size_t)size, 1);
  if (!seen)
    upcr_fatal("upcx_team_permute: no memory for %d ranks", size);
  for (int r = 0; r < size; r++) {
    if (perm[r] < 0 || perm[r] >= size || seen[perm[r]])
      upcr_fatal("upcx_team_permute: perm[%d] is %d: perm has to have each rank from 0 to %d once", r, perm[r],
                 size - 1);
    seen[perm[r]] = 1;
    if (perm[r] == me)
      found = r;
  }
  free(seen);
  return found;
}

void upcr_plan_permute(struct upcr_op *op, char *to, const char *from, const int *perm, size_t n) {
  int me = op->team->rank, receiver = perm[me], sender = source(op, perm);
  if (sender == me) {
    upcr_op_copy(op, to, from, n);
    return;
  }
  upcr_op_offer(op, receiver, upcr_team_lend(op, from, n), n);
  upcr_op_fetch(op, sender, to, n);
  upcr_op_await_read_at_end(op, receiver, n);
}

static uint32_t digest_of(const int *perm, int size, uint32_t digest) {
  for (int r = 0; r < size; r++)
    digest = upcr_digest(digest, (unsigned)perm[r]);
  return digest;
}

static struct upcr_op *permute(upcr_ppts_t dst, upcr_ppts_t src, const int *perm, size_t nbytes, int flags,
                               upcx_team_t team) {
  upcr_team_check(team, "upcx_team_permute");
  upcr_team_check_private(UPCR_TEAM_PERMUTE, perm, 1, "perm");
  struct upcr_op *op = upcr_team_call(team, UPCR_TEAM_PERMUTE, flags, 0,
                                      digest_of(perm, team->size, upcr_team_digest(dst.p, src.p, nbytes)));
  char *to = upcr_team_part(op, dst, nbytes, "dst"), *from = upcr_team_part(op, src, nbytes, "src");
  upcr_team_check_apart(op, to, nbytes, from, nbytes);
  if (upcr_team_is_free(flags))
    upcr_op_copy_shared(op, to, upcr_team_part_of(op, src, source(op, perm), 0), nbytes);
  else
    upcr_plan_permute(op, to, from, perm, nbytes);
  return upcr_team_planned(op);
}

UPCR_TEAM_FORMS(permute,
                (upcr_ppts_t dst, upcr_ppts_t src, const int *perm, size_t nbytes, int flags, upcx_team_t team),
                (dst, src, perm, nbytes, flags, team))
