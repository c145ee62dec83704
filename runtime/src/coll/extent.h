/* What a thread's part of a collective reads and writes, for run-time checks. */
#ifndef UPCR_COLL_EXTENT_H
#define UPCR_COLL_EXTENT_H

#include "call.h"

struct upcr_reduction; /* reduce/reduction.h */

/* Bytes one after the other on one thread. */
struct upcr_extent {
  upcr_pts_t start;
  size_t nbytes;
};

/* Ends the job unless each lies in one live object and they have no byte in common. `names` is of both arguments, for messages. */
void upcr_extents_check(const struct upcr_call *call, struct upcr_extent src, struct upcr_extent dst,
                        const char *names);

/* The elements on the calling thread of an array like r->src, which starts at `array` (7.4.3.1). */
struct upcr_extent upcr_extent_of_elements(const struct upcr_reduction *r, upcr_ppts_t array);

#endif
