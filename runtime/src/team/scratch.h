/* Memory of the thread's shared heap for what operations of teams offer. Pieces of up to 64 KiB are kept for the next operations, a MiB
 * at most: a loop takes none from the heap. */
#ifndef UPCR_TEAM_SCRATCH_H
#define UPCR_TEAM_SCRATCH_H

#include "op.h"

/* At least n bytes, on a line of their own; at = 0 if the heap has no room. */
struct upcr_scratch upcr_scratch_new(size_t n);
void upcr_scratch_free(struct upcr_scratch scratch);

#endif
