/* SPDX-License-Identifier: Apache-2.0 */
/* Carries operations out: the engine, the messages between members, memory lent to them, calls that
 * do not match. */
#ifndef UPCR_TEAM_ENGINE_H
#define UPCR_TEAM_ENGINE_H

#include "op.h"

/* Starts an operation whose steps are complete, does what can be done at once, waits for its end
 * and frees it. */
void upcr_op_run(struct upcr_op *op);

/* The same without a look at what members do that let it wait: they may have left, and their areas
 * with them. */
void upcr_op_run_quietly(struct upcr_op *op);

/* Starts it and gives the handle for upc_sync and upc_sync_attempt, which free it. */
unsigned long upcr_op_hand_out(struct upcr_op *op);

/* Waits until members have read all that operations of the team, which are complete, have lent
 * them. */
void upcr_ops_take_back(struct upcx_team *team);

/* Goes on with the thread's operations as far as it can, for a call that may not have to wait. */
void upcr_ops_go_on(void);

/* Operations that are complete while others still read their scratch memory (lent.c). All of this
 * is under the engine's mutex. */

/* True if an operation whose steps are done is complete from now on: it has offered scratch
 * memory alone, and there is not too much of it lent already. */
bool upcr_lent_begin(struct upcr_op *op);

/* Keeps such an operation, which the program knows no more, until its memory has been read. */
void upcr_lent_keep(struct upcr_op *op);

/* True if all that operations of the team have lent, which are kept, has been read. */
bool upcr_lent_was_read(const struct upcx_team *team);

/* Frees the operations whose memory has been read. */
void upcr_lent_take_back(void);

/* Memory of the thread's shared heap for what operations of teams offer. Pieces of up to 64 KiB
 * are kept for the next operations, a MiB at most: a loop takes none from the heap. */

/* At least n bytes, on a line of their own; at = 0 if the heap has no room. */
struct upcr_scratch upcr_scratch_new(size_t n);
void upcr_scratch_free(struct upcr_scratch scratch);

/* Calls of a team that do not match: what a thread does that waits for one (mismatch.c). */

/* Makes known that the thread starts the operation. */
void upcr_mismatch_started(const struct upcr_op *op);

/* Ends the job with a message if a member can be seen never to start the operation, or to have
 * started another in its place. */
void upcr_mismatch_members(const struct upcr_op *op);

/* Ends the job: member `from` is in a call with this tag instead. */
_Noreturn void upcr_mismatch_tags(const struct upcr_op *op, int from, uint32_t tag);

/* Signals and offers between two members of a team, in the slot of an operation (letters.c). */

/* The functions that send do not wake at once who may sleep until then: upcr_letters_wake does,
 * once for all that a turn of the engine sends, and before a copy of more than some KB. All are
 * called under the engine's mutex. */

/* All that the thread did before is seen by who takes the signal or the offer. */
void upcr_letter_signal(const struct upcr_op *op, int to);

/* False if there is no place for it yet. `own` is memory of the thread's segment, or any if n is at
 * most UPCR_TEAM_INLINE: these bytes are copied now, and may change afterwards. */
bool upcr_letter_offer(const struct upcr_op *op, int to, const void *own, size_t n);

/* True if the next signal of `from` has come, and takes it. Ends the job if it is of another call.
 */
bool upcr_letter_take_signal(const struct upcr_op *op, int from);

/* The same of an offer, which must be of n bytes: *there is where they are until it is released.
 * One offer of a member is taken at a time. */
bool upcr_letter_take_offer(const struct upcr_op *op, int from, size_t n, upcr_pts_t *there);

/* The offer of `from` that was taken has been read. Its place may be used again, and the sender's
 * memory if it lies there. */
void upcr_letter_release(const struct upcr_op *op, int from, size_t n);

/* True if `by` has released the last offer of the operation to it that carried no bytes; there was
 * one. Ends the job if it did so in another call. */
bool upcr_letter_is_read(const struct upcr_op *op, int by);

/* The number of that offer; true if it has been released, however many were sent since. */
uint32_t upcr_letter_last_long(const struct upcr_op *op, int to);
bool upcr_letter_was_read(const struct upcr_op *op, int by, uint32_t offer);

/* Owes `thread` a wake for a word that the caller has published; wakes all who are owed one. */
void upcr_letters_owe(int thread);
void upcr_letters_wake(void);

#endif
