/* Relocalisation (UPC 7.4.2) for all threads: what upc_all_broadcast and the like have in common with the same of a team of all. */
#ifndef UPCR_COLL_RELOCATE_H
#define UPCR_COLL_RELOCATE_H

#include "call.h"

/* Runs a broadcast, scatter, gather, gather_all, exchange or permute of which operation, function, team, pointers and nbytes
 * are set: enters it, checks the arguments, and leaves it. */
void upcr_relocate(struct upcr_call *call, int flags);

#endif
