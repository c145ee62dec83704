/* SPDX-License-Identifier: Apache-2.0 */
/* Plans that move blocks, and the barrier; copies of small blocks, which are offered in place of
 * the originals. */
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../../coll/constants.h"
#include "../../coll/patterns/schedule.h"
#include "../../coll/patterns/tree.h"
#include "../../core/barrier.h"
#include "../../mem/job.h"
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

static struct upcr_packed pack(const struct upcr_blocks *b, int size) {
  if (!b->vary)
    return (struct upcr_packed){.blocks = *b, .all = upcr_blocks_end(b, size), .largest = b->each};
  struct upcr_packed packed = {.at = malloc((size_t)size * sizeof *packed.at)};
  if (!packed.at)
    upcr_fatal("out of memory: the places of %d blocks", size);
  for (int r = 0; r < size; r++) {
    packed.at[r] = packed.all;
    packed.all += b->nbytes[r];
    if (b->nbytes[r] > packed.largest)
      packed.largest = b->nbytes[r];
  }
  packed.blocks = (struct upcr_blocks){.vary = true, .nbytes = b->nbytes, .at = packed.at};
  return packed;
}

typedef void copy_function(struct upcr_op *op, void *to, const void *from, size_t n);

static void copy_now(struct upcr_op *op, void *to, const void *from, size_t n) {
  (void)op;
  if (n)
    memcpy(to, from, n);
}

/* Copies what a member has for others. */
static void copy_for_others(struct upcr_op *op, char *to, const struct upcr_blocks *as,
                            const char *from, const struct upcr_blocks *b, copy_function *copy) {
  int me = op->team->rank, size = op->team->size;
  size_t end = b->each * (size_t)(me + 1), all = b->each * (size_t)size;
  if (b->is_one)
    copy(op, to, from, b->each);
  else if (!b->vary) {
    copy(op, to, from, end - b->each);
    copy(op, to + end, from + end, all - end);
  }
  for (int r = 0; b->vary && r < size; r++)
    if (r != me)
      copy(op, to + as->at[r], from + b->at[r], b->nbytes[r]);
}

/* True if a copy does not pay: the operation ends with a barrier, or the copy takes longer than the
 * wait. */
static bool is_offered_in_place(const struct upcr_op *op, const struct upcr_packed *as) {
  return op->ends_with_barrier || as->largest <= UPCR_TEAM_INLINE ||
         as->largest > UPCR_BUFFERED_BLOCK || as->all > UPCR_BUFFERED_BLOCKS;
}

char *upcr_team_keep(struct upcr_op *op, const char *own, const struct upcr_blocks *b,
                     enum upcr_keep keep, struct upcr_packed *as) {
  char *copy = 0;
  *as = pack(b, op->team->size);
  if (keep != UPCR_KEEP_IF_SHORT)
    copy = upcr_op_scratch(op, as->all, as->largest);
  else if (!is_offered_in_place(op, as) && !upcr_op_is_scratch(op, own))
    copy = upcr_op_scratch_if_room(op, as->all);
  if (copy)
    copy_for_others(op, copy, &as->blocks, own, b, keep == UPCR_KEEP_NOW ? copy_now : upcr_op_copy);
  else
    as->blocks = *b;
  return copy ? copy : (char *)own;
}

/* Blocks that members give to each other, and the barrier.
 *
 * A giver offers each block to its reader. A reader copies one block after the other, beginning
 * with the rank before its own and counting down: if all give to all at equal speed, each member is
 * read by one other at a time. All offers come first, so no member waits for one that itself waits.
 */

static void offer(struct upcr_op *op, const struct upcr_moves *m, int peer) {
  if (!m->free)
    upcr_op_offer(op, peer, m->from + upcr_block_at(&m->of_from, peer),
                  upcr_block_bytes(&m->of_from, peer));
}

static void fetch(struct upcr_op *op, const struct upcr_moves *m, int peer) {
  size_t at = upcr_block_at(&m->of_to, peer), n = upcr_block_bytes(&m->of_to, peer);
  if (m->free) {
    size_t theirs = m->in_place ? at : upcr_block_at(&m->of_from, op->team->rank);
    upcr_op_use(op, UPCR_STEP_COPY, m->to + at, upcr_team_part_of(op, *m->free, peer, theirs), n);
  } else {
    upcr_op_fetch(op, peer, m->to + at, n);
  }
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
}

/* Dissemination: in step k a member offers nothing to the one 2^k ranks on. */
void upcr_plan_barrier(struct upcr_op *op) {
  int rank = op->team->rank, size = op->team->size, steps = upcr_ceil_log(size, 2);
  for (int step = 0; step < steps; step++) {
    upcr_op_offer(op, upcr_dissemination_to(rank, size, step), 0, 0);
    upcr_op_fetch(op, upcr_dissemination_from(rank, size, step), 0, 0);
  }
}

/* Gather to all. In a small team each member offers its block to all. In a larger one Bruck's
 * concatenation: in step k a member that has the blocks of 2^k ranks, its own the last, takes as
 * many before these from the one 2^k ranks back. Blocks lie where they belong from the start. */

/* Gets the blocks of ranks [first, end) from the same place in the offer, with one get for each
 * contiguous part. */
static void get_blocks(struct upcr_op *op, char *to, const struct upcr_blocks *b, int first,
                       int end) {
  while (first < end) {
    size_t at = upcr_block_at(b, first), n = upcr_block_bytes(b, first++);
    while (first < end && upcr_block_at(b, first) == at + n)
      n += upcr_block_bytes(b, first++);
    upcr_op_use(op, UPCR_STEP_COPY, to + at, at, n);
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
}

/* Private blocks that are passed on go first to shared memory, without gaps. So members may have
 * different places for them. */
static void pass_on_all(struct upcr_op *op, char *to, const struct upcr_blocks *b, const char *own,
                        bool is_private) {
  int me = op->team->rank, size = op->team->size;
  struct upcr_packed as = {.blocks = *b};
  char *all = to;
  if (is_private) {
    as = pack(b, size);
    all = upcr_op_scratch(op, as.all, as.all);
  }
  (is_private ? copy_now : upcr_op_copy)(op, all + upcr_block_at(&as.blocks, me), own,
                                         upcr_block_bytes(b, me));
  plan_bruck(op, all, &as.blocks);
  for (int r = 0; all != to && r < size; r++)
    upcr_op_copy(op, to + upcr_block_at(b, r), all + upcr_block_at(&as.blocks, r),
                 upcr_block_bytes(b, r));
  free(as.at);
}

void upcr_plan_gather_all(struct upcr_op *op, char *to, const struct upcr_blocks *b,
                          const char *own, enum upcr_keep keep) {
  struct upcr_moves m = {.gives = UPCR_EVERYONE,
                         .takes = UPCR_EVERYONE,
                         .to = to,
                         .of_to = *b,
                         .of_from = {.is_one = true, .each = upcr_block_bytes(b, op->team->rank)}};
  struct upcr_packed as;
  if (op->team->size > UPCR_TEAM_FLAT_MOST)
    return pass_on_all(op, to, b, own, keep == UPCR_KEEP_NOW);
  m.own = m.from = upcr_team_keep(op, own, &m.of_from, keep, &as);
  upcr_plan_blocks(op, &m);
}

/* Broadcast. Down a tree of radix 4 by rank from the root. Where it has several levels, long data
 * go in fragments: a level has one while the level below has the one before. Not if oversubscribed:
 * each fragment would cost switches. */

static struct upcr_knomial place_in_tree(const struct upcr_op *op, int root) {
  return upcr_knomial_of(op->team->rank, root, op->team->size, UPCR_TEAM_RADIX);
}

bool upcr_passes_on(const struct upcr_op *op, int root) {
  return place_in_tree(op, root).count > 0;
}

/* A child is offered a fragment when it has read the one before, of UPCR_FRAGMENT bytes. */
static void pass_on(struct upcr_op *op, const struct upcr_knomial *place, const char *data,
                    size_t n, bool is_first) {
  for (int i = 0; i < place->count; i++) {
    if (!is_first)
      upcr_op_await_read(op, place->child[i], UPCR_FRAGMENT);
    upcr_op_offer(op, place->child[i], data, n);
  }
}

void upcr_plan_broadcast(struct upcr_op *op, int root, char *to, const char *from, size_t n) {
  struct upcr_knomial place = place_in_tree(op, root);
  bool overlaps =
      upcr_ceil_log(op->team->size, UPCR_TEAM_RADIX) > 1 && !upcr_job->config.oversubscribed;
  size_t most = overlaps ? UPCR_FRAGMENT : n, at = 0, fragment;
  do {
    fragment = n - at < most ? n - at : most;
    if (place.parent >= 0)
      upcr_op_fetch(op, place.parent, to + at, fragment);
    pass_on(op, &place, (place.parent < 0 ? from : to) + at, fragment, at == 0);
    at += fragment;
  } while (at < n);
  if (place.parent < 0)
    upcr_op_copy(op, to, from, n);
}
