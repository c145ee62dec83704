/* The program has its own memory back, and the slot goes to the next operation, whose offers count on from there; the operation stays in a list
 * until its readers have released its offers. So a root runs ahead of those who take what it gives.
 *
 * Who reads does not depend on who lends: it has taken the offer, or will, as it would from a member that waits. LENT_MOST bounds the
 * memory; an operation beyond it awaits its readers. Releases are read with acquire before memory is used again. They are looked at
 * late, as the line that they are in is one that the reader writes all the time. */
#include "lent.h"

#include "../base/atomics.h"
#include "letters.h"

enum { LENT_MOST = 256 << 10 /* bytes */, LENT_SOME = 16 << 10 /* bytes more until a look for those that were read */ };

static UPCR_PER_THREAD struct upcr_op *kept, **last_kept; /* in the order in which the program left them */
static UPCR_PER_THREAD size_t lent, look_beyond;          /* bytes */

bool upcr_lent_begin(struct upcr_op *op) {
  size_t n = upcr_op_scratch_bytes(op);
  if (op->offers_other || lent + n > LENT_MOST)
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
  look_beyond = lent + LENT_SOME;
}

bool upcr_lent_was_read(const struct upcx_team *team) {
  for (const struct upcr_op *op = kept; op; op = op->next_open)
    if (op->team == team && !was_read(op))
      return false;
  return true;
}
