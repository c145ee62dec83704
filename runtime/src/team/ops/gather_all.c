/* SPDX-License-Identifier: Apache-2.0 */
/* In a small team each member offers its block to all. In a larger one Bruck's concatenation: in
 * step k a member that has the blocks of 2^k ranks, its own the last, takes as many before these
 * from the one 2^k ranks back. Blocks lie where they belong from the start, so nothing is
 * rotated at the end. */
#include <string.h>

#include "../../coll/patterns/schedule.h"
#include "../../coll/patterns/tree.h"
#include "../arguments.h"
#include "ops.h"
#include "../../coll/constants.h"

/* Gets the blocks of ranks [first, end) from the same place in the offer, as few times as they
 * have gaps. */
static void get_blocks(struct upcr_op *op, char *to, const struct upcr_blocks *b, int first,
                       int end) {
  while (first < end) {
    size_t at = upcr_block_at(b, first), n = upcr_block_bytes(b, first++);
    while (first < end && upcr_block_at(b, first) == at + n)
      n += upcr_block_bytes(b, first++);
    upcr_op_get(op, to + at, at, n);
  }
}

/* The `count` blocks of `last` and the ranks before it, modulo the team's size. */
static void get_range(struct upcr_op *op, char *to, const struct upcr_blocks *b, int last,
                      int count) {
  int first = last - count + 1;
  if (first < 0) {
    get_blocks(op, to, b, first + op->team->size, op->team->size);
    first = 0;
  }
  get_blocks(op, to, b, first, last + 1);
}

/* The member's own block is offered from `own`. */
static void plan_flat(struct upcr_op *op, char *to, const struct upcr_blocks *b, const char *own) {
  upcr_plan_blocks(op, &(struct upcr_moves){
                           .gives = UPCR_EVERYONE,
                           .takes = UPCR_EVERYONE,
                           .to = to,
                           .of_to = *b,
                           .from = own,
                           .of_from = {.is_one = true, .each = upcr_block_bytes(b, op->team->rank)},
                           .own = own});
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

/* Blocks go straight to their places, or, where they are handed on, to shared memory first. */
void upcr_plan_gather_all_private(struct upcr_op *op, char *all, const struct upcr_blocks *b,
                                  const char *own, const struct upcr_blocks *packed, size_t bytes) {
  int me = op->team->rank, size = op->team->size;
  size_t n = upcr_block_bytes(b, me);
  upcr_team_check_private(op->function, own, n, "src");
  upcr_team_check_private(op->function, all, bytes, "dst");
  if (is_flat(op)) {
    const char *staged = upcr_team_stage(op, own, n, n);
    plan_flat(op, all, b, staged);
    return;
  }
  char *staged = upcr_op_scratch(op, bytes, bytes);
  if (n)
    memcpy(staged + upcr_block_at(packed, me), own, n);
  plan_bruck(op, staged, packed);
  for (int r = 0; r < size; r++)
    upcr_op_copy(op, all + upcr_block_at(b, r), staged + upcr_block_at(packed, r),
                 upcr_block_bytes(b, r));
}
