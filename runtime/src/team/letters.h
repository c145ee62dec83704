/* Signals and offers between two members of a team, in the slot of an operation. */
#ifndef UPCR_TEAM_LETTERS_H
#define UPCR_TEAM_LETTERS_H

#include "op.h"

/* The functions that send do not wake at once who may sleep until then: upcr_letters_wake does, once for all that a turn of the engine
 * sends, and before a copy of more than some KB. All are called under the engine's mutex. */

/* All that the thread did before is seen by who takes the signal or the offer. */
void upcr_letter_signal(const struct upcr_op *op, int to);

/* False if there is no place for it yet. `own` is memory of the thread's segment, or any if n is at most UPCR_TEAM_INLINE: these bytes are
 * copied now, and may change afterwards. */
bool upcr_letter_offer(const struct upcr_op *op, int to, const void *own, size_t n);

/* True if the next signal of `from` has come, and takes it. Ends the job if it is of another call. */
bool upcr_letter_take_signal(const struct upcr_op *op, int from);

/* The same of an offer, which must be of n bytes: *there is where they are until it is released. One offer of a member is taken at
 * a time. */
bool upcr_letter_take_offer(const struct upcr_op *op, int from, size_t n, upcr_pts_t *there);

/* The offer of `from` that was taken has been read. Its place may be used again, and the sender's memory if it lies there. */
void upcr_letter_release(const struct upcr_op *op, int from, size_t n);

/* True if `by` has released the last offer of the operation to it that carried no bytes; there was one. Ends the job if it did so in
 * another call. */
bool upcr_letter_is_read(const struct upcr_op *op, int by);

/* The number of that offer; true if it has been released, however many were sent since. */
uint32_t upcr_letter_last_long(const struct upcr_op *op, int to);
bool upcr_letter_was_read(const struct upcr_op *op, int by, uint32_t offer);

/* Owes `thread` a wake for a word that the caller has published; wakes all who are owed one. */
void upcr_letters_owe(int thread);
void upcr_letters_wake(void);

#endif
