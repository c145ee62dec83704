/* Calls in which the last thread to enter does the work of all, before anyone leaves: one barrier in place of two, and so half the
 * switches where threads share processors. Any mode of synchronisation is met by that. It gains as long as the work takes less time than
 * a barrier does. */
#ifndef UPCR_COLL_LAST_H
#define UPCR_COLL_LAST_H

#include "call.h"

/* By the last thread to enter: what all threads did before the call comes before it, and it before what they do after the call. */
typedef void upcr_serve_function(const struct upcr_call *call);

/* All memory is mapped, and barriers have a last thread (core/barrier.h). */
void upcr_last_serves(const struct upcr_call *call, upcr_serve_function *serve);

#endif
