/* Reductions of vectors for all threads: what upcx_all_reduce_all and the like have in common with the same of a team of all. */
#ifndef UPCR_COLL_EXTENDED_H
#define UPCR_COLL_EXTENDED_H

#include "call.h"
#include "reduce/reduction.h"

/* Runs a reduce_all, reduce_scatter or reduce_vector of which operation, function and team are set: enters it, checks the
 * arguments, and leaves it. `type` is of <upc_types.h>; the reduction has its kernels, or 0, the elements of one result, and where src
 * and dst are. */
void upcr_reduce_vectors(struct upcr_call *call, const struct upcr_reduction *reduction, int type, int flags);

#endif
