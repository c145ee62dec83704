/* Where the job's threads are, as the collectives see it. */
#ifndef UPCR_COLL_TOPOLOGY_H
#define UPCR_COLL_TOPOLOGY_H

#include "patterns/places.h"

/* The same in all threads; made by the first call. */
const struct upcr_places *upcr_topology(void);

#endif
