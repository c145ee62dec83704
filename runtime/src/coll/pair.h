/* Calls of two threads of which one, the server, does the work of both: the other says that it has entered, and waits until the
 * server says that all is done. Any mode of synchronisation is met by that.
 *
 * Both words are in one line, which goes to the server once and back once: a round trip, where two synchronisations of both threads
 * (words.h) take two, as each thread asks for its own line to write it and for the other's to read it. */
#ifndef UPCR_COLL_PAIR_H
#define UPCR_COLL_PAIR_H

#include "edge.h"

/* True in the server, call->root: all have entered, the work is to be done, then upcr_pair_done called. False in the other thread: all
 * is done. THREADS is 2, and all memory mapped. */
bool upcr_pair_serves(const struct upcr_call *call);
void upcr_pair_done(const struct upcr_call *call);

#endif
