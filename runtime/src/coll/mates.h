/* The threads that share the caller's processor, as far as is known: where the system has moved a thread the answers are wrong, which costs
 * time alone. */
#ifndef UPCR_COLL_MATES_H
#define UPCR_COLL_MATES_H

#include "call.h"

/* For who waits in `call` for what `thread` does. True where the node has more threads than processors, `thread` runs on another one than the
 * caller, and all that share the caller's have entered the call: if they wait for that processor too, giving this one away gains nothing. False with
 * UPC_POLITE, and where not all memory is mapped. Orders nothing. */
bool upcr_mates_wait_too(const struct upcr_call *call, int thread);

#endif
