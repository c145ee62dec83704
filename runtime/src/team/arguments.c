/* SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>
#include <upc_types.h>

#include "../base/log.h"
#include "../check/check.h"
#include "../coll/call.h"
#include "../mem/segment.h"
#include "ops/ops.h"
#include "../coll/constants.h"

static void check_flags(int flags, int may, enum upcr_collective function) {
  if ((flags & UPCX_IN_PLACE) && !(may & UPCX_IN_PLACE))
    upcr_fatal("%s: UPCX_IN_PLACE is not for this function", upcr_collective_name(function));
  upcr_check_modes(function, flags & ~UPCX_IN_PLACE);
}

static struct upcr_op *call(upcx_team_t team, enum upcr_collective function, uint32_t digest) {
  upcr_collective_check(function);
  return upcr_op_new(team, function, digest);
}

struct upcr_op *upcr_team_call(upcx_team_t team, enum upcr_collective function, int flags, int may,
                               uint32_t digest) {
  check_flags(flags, may, function);
  struct upcr_op *op = call(team, function, upcr_digest(digest, (unsigned)flags));
  op->ends_with_barrier = !(flags & (UPC_OUT_MYSYNC | UPC_OUT_NOSYNC));
  if (!(flags & (UPC_IN_MYSYNC | UPC_IN_NOSYNC)))
    upcr_plan_barrier(op);
  return op;
}

struct upcr_op *upcr_team_call_private(upcx_team_t team, enum upcr_collective function,
                                       uint32_t digest) {
  static const uint32_t no_flags = 1u << 31;
  return call(team, function, upcr_digest(digest, no_flags));
}

struct upcr_op *upcr_team_planned(struct upcr_op *op) {
  if (op->ends_with_barrier)
    upcr_plan_barrier(op);
  return op;
}

static char *checked(const struct upcr_op *op, upcr_pts_t p, size_t n, const char *name) {
  upcr_check_argument(upcr_collective_name(op->function), p, n,
                      strcmp(name, "src") == 0 ? "read" : "write");
  return upcr_segment_address(p);
}

static void check_null(const struct upcr_op *op, upcr_pts_t p, const char *name) {
  if (p == 0)
    upcr_fatal("%s: %s is a null pointer-to-shared", upcr_collective_name(op->function), name);
}

char *upcr_team_part(const struct upcr_op *op, upcr_ppts_t array, size_t n, const char *name) {
  check_null(op, array.p, name);
  if (upcr_thread(array.p) != 0)
    upcr_fatal("%s: %s must point to thread 0's part, whatever threads are in the team; it points "
               "to thread %lu",
               upcr_collective_name(op->function), name, upcr_thread(array.p));
  return checked(op, upcr_pts_make((unsigned long)upcr_self.mythread, upcr_pts_offset(array.p)), n,
                 name);
}

bool upcr_team_is_free(int flags) { return (flags & UPC_IN_NOSYNC) && (flags & UPC_OUT_NOSYNC); }

upcr_pts_t upcr_team_part_of(const struct upcr_op *op, upcr_ppts_t array, int rank, size_t at) {
  return upcr_pts_make((unsigned long)op->team->thread[rank], upcr_pts_offset(array.p) + at);
}

int upcr_team_root(const struct upcr_op *op, upcr_ppts_t array, const char *name) {
  unsigned long thread = upcr_thread(array.p);
  check_null(op, array.p, name);
  if (thread >= (unsigned long)upcr_self.threads || op->team->rank_of[thread] < 0)
    upcr_fatal("%s: %s is on thread %lu, which is not in the team",
               upcr_collective_name(op->function), name, thread);
  return op->team->rank_of[thread];
}

char *upcr_team_own(const struct upcr_op *op, upcr_ppts_t array, size_t n, const char *name) {
  return checked(op, array.p, n, name);
}

void upcr_team_check_apart(const struct upcr_op *op, const char *dst, size_t to, const char *src,
                           size_t from) {
  if (!upcr_check_on() || dst == src || to == 0 || from == 0 || dst + to <= src ||
      src + from <= dst)
    return;
  upcr_fatal("%s: dst and src overlap on thread %d", upcr_collective_name(op->function),
             upcr_self.mythread);
}

void upcr_team_check_own_block(const struct upcr_op *op, size_t expected, size_t given) {
  if (expected != given)
    upcr_fatal("%s: thread %d (rank %d) has %zu bytes for itself, and expects %zu",
               upcr_collective_name(op->function), upcr_self.mythread, op->team->rank, given,
               expected);
}

void upcr_team_check_root(const struct upcr_op *op, int root) {
  if (root < 0 || root >= op->team->size)
    upcr_fatal("%s: there is no rank %d in a team of %d", upcr_collective_name(op->function), root,
               op->team->size);
}

void upcr_team_check_private(enum upcr_collective function, const void *p, size_t n,
                             const char *name) {
  if (!p && n)
    upcr_fatal("%s: %s is a null pointer", upcr_collective_name(function), name);
}

void upcr_team_check_blocks(enum upcr_collective function, const struct upcr_blocks *b) {
  if (!b->vary)
    return;
  if (!b->nbytes || !b->at)
    upcr_fatal("%s: the array of %s is a null pointer", upcr_collective_name(function),
               b->nbytes ? "displacements" : "counts");
}

char *upcr_team_stage(struct upcr_op *op, const void *own, size_t n, size_t offered) {
  char *staged = upcr_op_scratch(op, n, offered);
  upcr_team_check_private(op->function, own, n, "src");
  if (n)
    memcpy(staged, own, n);
  return staged;
}

char *upcr_team_stage_others(struct upcr_op *op, const char *src, const struct upcr_blocks *b,
                             struct upcr_packed *as) {
  *as = upcr_blocks_packed(b, op->team->size);
  char *staged = upcr_op_scratch(op, as->all, as->largest);
  upcr_team_check_private(op->function, src, as->all, "src");
  for (int r = 0; r < op->team->size; r++)
    if (r != op->team->rank && upcr_block_bytes(b, r))
      memcpy(staged + upcr_block_at(&as->blocks, r), src + upcr_block_at(b, r),
             upcr_block_bytes(b, r));
  return staged;
}

void upcr_team_copy_others(struct upcr_op *op, char *to, const char *from, size_t n) {
  size_t before = n * (size_t)op->team->rank, all = n * (size_t)op->team->size;
  upcr_op_copy(op, to, from, before);
  upcr_op_copy(op, to + before + n, from + before + n, all - before - n);
}

/* An operation that ends with a barrier saves no wait by lent memory, nor does one whose copy takes
 * longer than the wait. */
static char *lent_memory(struct upcr_op *op, size_t all, size_t largest) {
  if (op->ends_with_barrier || largest <= UPCR_TEAM_INLINE || largest > UPCR_LENT_BLOCK ||
      all > UPCR_LENT_BLOCKS)
    return 0;
  return upcr_op_scratch_if_room(op, all);
}

const char *upcr_team_lend(struct upcr_op *op, const char *own, size_t n) {
  char *lent = upcr_op_is_scratch(op, own) ? 0 : lent_memory(op, n, n);
  if (!lent)
    return own;
  upcr_op_copy(op, lent, own, n);
  return lent;
}

static void copy_others(struct upcr_op *op, char *to, const struct upcr_blocks *as,
                        const char *from, const struct upcr_blocks *b) {
  if (!b->vary)
    upcr_team_copy_others(op, to, from, b->each);
  for (int r = 0; b->vary && r < op->team->size; r++)
    if (r != op->team->rank)
      upcr_op_copy(op, to + as->at[r], from + b->at[r], b->nbytes[r]);
}

const char *upcr_team_lend_blocks(struct upcr_op *op, const char *own, const struct upcr_blocks *b,
                                  struct upcr_packed *as) {
  *as = upcr_blocks_packed(b, op->team->size);
  char *lent = lent_memory(op, as->all, as->largest);
  if (lent)
    copy_others(op, lent, &as->blocks, own, b);
  else
    as->blocks = *b;
  return lent ? lent : own;
}
