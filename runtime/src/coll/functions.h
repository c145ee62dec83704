/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of <upc_collective.h> and <upcx_collective.h>: what they have in common with the
 * same of a team of all threads. */
#ifndef UPCR_COLL_FUNCTIONS_H
#define UPCR_COLL_FUNCTIONS_H

#include "call.h"
#include "reduce/reduction.h"

/* Relocalisation (UPC 7.4.2) for all threads: what upc_all_broadcast and the like have in common
 * with the same of a team of all. */

/* Runs a broadcast, scatter, gather, gather_all, exchange or permute of which operation,
 * function, team, pointers and nbytes are set: enters it, checks the arguments, and leaves it. */
void upcr_relocate(struct upcr_call *call, int flags);

/* What the functions of all types have in common. */

/* Checks the arguments, completes the reduction's phases, and runs the collective. `name` is for
 * messages. */
void upcr_compute(enum upcr_collective which, struct upcr_reduction *reduction, int flags,
                  const char *name);

/* The same of a call of which operation, function and team are set. */
void upcr_compute_call(struct upcr_call *call, struct upcr_reduction *reduction, int flags,
                       const char *name);

/* Reductions of vectors for all threads: what upcx_all_reduce_all and the like have in common
 * with the same of a team of all. */

/* Runs a reduce_all, reduce_scatter or reduce_vector of which operation, function and team are
 * set: enters it, checks the arguments, and leaves it. `type` is of <upc_types.h>; the reduction
 * has its kernels, or 0, the elements of one result, and where src and dst are. */
void upcr_reduce_vectors(struct upcr_call *call, const struct upcr_reduction *reduction, int type,
                         int flags);

#endif
