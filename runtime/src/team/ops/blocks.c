/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks that members give to each other, and the barrier.
 *
 * Who gives blocks offers each to its reader, and who takes them copies one after the other, from
 * the rank before its own on down: where all give to all, each is read by one other at any time, if
 * all are equally fast. Offers all come first, so no member that takes waits for one that waits
 * itself. */
#include <stdlib.h>

#include "../../base/log.h"
#include "../../coll/patterns/schedule.h"
#include "../../coll/patterns/tree.h"
#include "../../core/barrier.h"
#include "ops.h"

size_t upcr_blocks_end(const struct upcr_blocks *b, int size) {
  size_t end = 0;
  if (!b->vary)
    return b->is_one ? b->each : b->each * (size_t)size;
  for (int r = 0; r < size; r++)
    if (b->nbytes[r] && b->at[r] + b->nbytes[r] > end)
      end = b->at[r] + b->nbytes[r];
  return end;
}

struct upcr_packed upcr_blocks_packed(const struct upcr_blocks *b, int size) {
  if (!b->vary)
    return (struct upcr_packed){.blocks = *b, .all = upcr_blocks_end(b, size), .largest = b->each};
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

static void offer(struct upcr_op *op, const struct upcr_moves *m, int peer) {
  upcr_op_offer(op, peer, m->from + upcr_block_at(&m->of_from, peer),
                upcr_block_bytes(&m->of_from, peer));
}

static void fetch(struct upcr_op *op, const struct upcr_moves *m, int peer) {
  upcr_op_fetch(op, peer, m->to + upcr_block_at(&m->of_to, peer),
                upcr_block_bytes(&m->of_to, peer));
}

static void await(struct upcr_op *op, const struct upcr_moves *m, int peer) {
  upcr_op_await_read_at_end(op, peer, upcr_block_bytes(&m->of_from, peer));
}

/* Calls `step` for `other`, or for all others, of which the k-th is k times `direction` ranks on.
 */
static void for_others(struct upcr_op *op, const struct upcr_moves *m, int other, int direction,
                       void (*step)(struct upcr_op *, const struct upcr_moves *, int)) {
  int size = op->team->size;
  if (other >= 0 && other != op->team->rank)
    step(op, m, other);
  for (int k = 1; other == UPCR_EVERYONE && k < size; k++)
    step(op, m, upcr_rank_after(op, direction > 0 ? k : size - k));
}

void upcr_plan_blocks(struct upcr_op *op, const struct upcr_moves *m) {
  int me = op->team->rank;
  for_others(op, m, m->gives, 1, offer);
  if (m->takes == UPCR_EVERYONE || m->takes == me)
    upcr_op_copy(op, m->to + upcr_block_at(&m->of_to, me), m->own, upcr_block_bytes(&m->of_to, me));
  for_others(op, m, m->takes, -1, fetch);
  for_others(op, m, m->gives, 1, await);
}

static struct upcr_moves same_to_all(const char *from, size_t n) {
  return (struct upcr_moves){.from = from, .of_from = {.is_one = true, .each = n}};
}

void upcr_plan_offer_all(struct upcr_op *op, const char *from, size_t n) {
  struct upcr_moves m = same_to_all(from, n);
  for_others(op, &m, UPCR_EVERYONE, 1, offer);
}

void upcr_plan_await_all(struct upcr_op *op, size_t n) {
  struct upcr_moves m = same_to_all(0, n);
  for_others(op, &m, UPCR_EVERYONE, 1, await);
}

/* Dissemination: in step k a member signals to the one 2^k ranks on. */
void upcr_plan_barrier(struct upcr_op *op) {
  int rank = op->team->rank, size = op->team->size, steps = upcr_ceil_log(size, 2);
  for (int step = 0; step < steps; step++) {
    upcr_op_signal(op, upcr_dissemination_to(rank, size, step));
    upcr_op_await(op, upcr_dissemination_from(rank, size, step));
  }
}
