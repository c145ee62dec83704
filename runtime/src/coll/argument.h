/* Checks of what collectives are given, in every job; what their arrays hold is checked in extent.h. */
#ifndef UPCR_COLL_ARGUMENT_H
#define UPCR_COLL_ARGUMENT_H

#include <upcr/upcr.h>

#include "../core/barrier.h"

/* Ends the job unless `pointer`, the argument of this name, is to a thread of the job. */
void upcr_argument_check(enum upcr_collective which, upcr_pts_t pointer, const char *name);

/* Ends the job unless it is to thread 0, as `rule`, a section of the specification or "", demands. */
void upcr_argument_check_start(enum upcr_collective which, upcr_pts_t pointer, const char *name, const char *rule);

#endif
