/* Calls of a team that do not match: what a thread does that waits for one. */
#ifndef UPCR_TEAM_DOUBT_H
#define UPCR_TEAM_DOUBT_H

#include "op.h"

/* Makes known that the thread starts the operation. */
void upcr_doubt_started(const struct upcr_op *op);

/* Ends the job with a message if a member can be seen never to start the operation, or to have started another in its place. */
void upcr_doubt_members(const struct upcr_op *op);

/* Ends the job: member `from` is in a call with this tag instead. */
_Noreturn void upcr_doubt_tags(const struct upcr_op *op, int from, uint32_t tag);

#endif
