/* Operations that are complete while others still read their scratch memory. All of this is
 * under the engine's mutex. */
#ifndef UPCR_TEAM_LENT_H
#define UPCR_TEAM_LENT_H

#include "op.h"

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

#endif
