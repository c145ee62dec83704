/* What the functions of all types have in common. */
#ifndef UPCR_COLL_REDUCE_COMPUTE_H
#define UPCR_COLL_REDUCE_COMPUTE_H

#include "../call.h"
#include "reduction.h"

/* Checks the arguments, completes the reduction's phases, and runs the collective. `name` is for messages. */
void upcr_compute(enum upcr_collective which, struct upcr_reduction *reduction, int flags, const char *name);

/* The same of a call of which operation, function and team are set. */
void upcr_compute_call(struct upcr_call *call, struct upcr_reduction *reduction, int flags, const char *name);

#endif
