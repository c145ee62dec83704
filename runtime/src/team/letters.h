/* Signals and offers between two members of a team, in the slot of an operation. */
#ifndef UPCR_TEAM_LETTERS_H
#define UPCR_TEAM_LETTERS_H

#include "op.h"

/* All that the thread did before is seen by who takes the signal or the offer. `own` is memory of the thread's segment. */
void upcr_letter_signal(const struct upcr_op *op, int to);
void upcr_letter_offer(const struct upcr_op *op, int to, const void *own, size_t n);

/* True if the next signal of `from` has come, and takes it. Ends the job if it is of another call. */
bool upcr_letter_take_signal(const struct upcr_op *op, int from);

/* The same of an offer, which must be of n bytes: *there is where they are. */
bool upcr_letter_take_offer(const struct upcr_op *op, int from, size_t n, upcr_pts_t *there);

#endif
