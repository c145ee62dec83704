/* SPDX-License-Identifier: Apache-2.0 */
/* Lent memory: the program has its own memory back, and the slot goes to the next operation; the
 * operation stays in a list until its readers have released its offers. UPCR_LENT_MOST bounds the
 * memory; an operation beyond it awaits its readers. Releases are read with acquire before memory
 * is used again. */
#include "op.h"

#include "../base/atomics.h"
#include "../core/alloc.h"
#include "../coll/constants.h"

static UPCR_PER_THREAD struct upcr_op *kept,
    **last_kept;                                 /* in the order in which the program left them */
static UPCR_PER_THREAD size_t lent, look_beyond; /* bytes */

bool upcr_lent_begin(struct upcr_op *op) {
  size_t n = upcr_op_scratch_bytes(op);
  if (op->offers_other || lent + n > UPCR_LENT_MOST)
    return false;
  for (size_t i = 0; i < op->readers; i++)
    op->reader[i].offer = upcr_letter_last_long(op, op->reader[i].peer);
  op->is_lent = true;
  lent += n;
  return true;
}

static bool was_read(const struct upcr_op *op) {
  for (size_t i = 0; i < op->readers; i++)
    if (!upcr_letter_was_read(op, op->reader[i].peer, op->reader[i].offer))
      return false;
  return true;
}

void upcr_lent_take_back(void) {
  for (struct upcr_op **link = &kept, *op; (op = *link) != 0;) {
    if (!was_read(op)) {
      link = &op->next_open;
      continue;
    }
    *link = op->next_open;
    if (last_kept == &op->next_open)
      last_kept = link;
    lent -= upcr_op_scratch_bytes(op);
    upcr_op_free(op);
  }
}

void upcr_lent_keep(struct upcr_op *op) {
  if (!kept)
    last_kept = &kept;
  op->next_open = 0;
  *last_kept = op;
  last_kept = &op->next_open;
  if (lent <= look_beyond)
    return;
  upcr_lent_take_back();
  look_beyond = lent + UPCR_LENT_SOME;
}

bool upcr_lent_was_read(const struct upcx_team *team) {
  for (const struct upcr_op *op = kept; op; op = op->next_open)
    if (op->team == team && !was_read(op))
      return false;
  return true;
}

enum {
  CLASSES = 4,
  SMALLEST = 1024, /* bytes, of the first class; the next have four times as many */
  KEPT = 64,       /* pieces of a class */
  KEPT_BYTES = 256 << 10
};

/* A program's own pthreads start and end operations of their UPC thread one at a time. */
static UPCR_PER_THREAD struct pool {
  upcr_pts_t piece[KEPT];
  int pieces;
} pool[CLASSES];

static size_t bytes_of(int class) { return (size_t)SMALLEST << 2 * class; }

/* The class with room for n bytes; CLASSES: none has. */
static int class_for(size_t n) {
  int class = 0;
  while (class < CLASSES && bytes_of(class) < n)
    class ++;
  return class;
}

static int most_of(int class) {
  size_t fit = KEPT_BYTES / bytes_of(class);
  return fit < KEPT ? (int)fit : KEPT;
}

struct upcr_scratch upcr_scratch_new(size_t n) {
  int class = class_for(n);
  if (class == CLASSES)
    return (struct upcr_scratch){upcr_alloc_own(n, UPCR_HEAP_LINE), n};
  struct pool *k = &pool[class];
  upcr_pts_t piece =
      k->pieces > 0 ? k->piece[--k->pieces] : upcr_alloc_own(bytes_of(class), UPCR_HEAP_LINE);
  return (struct upcr_scratch){piece, bytes_of(class)};
}

void upcr_scratch_free(struct upcr_scratch scratch) {
  int class = class_for(scratch.n);
  if (class < CLASSES && pool[class].pieces < most_of(class))
    pool[class].piece[pool[class].pieces++] = scratch.at;
  else
    upcr_free_shared(scratch.at, "a team's operation");
}
