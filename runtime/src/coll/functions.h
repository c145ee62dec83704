/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of <upc_collective.h> and <upcx_collective.h>: what they have in common with the
 * same of a team of all threads, and the checks of arguments: of what collectives are given, in
 * every job, and of what their arrays hold, where checked code calls. */
#ifndef UPCR_COLL_FUNCTIONS_H
#define UPCR_COLL_FUNCTIONS_H

#include "call.h"
#include "reduce/reduction.h"

/* Relocalisation (UPC 7.4.2) for all threads: what upc_all_broadcast and the like have in common
 * with the same of a team of all. */

/* Runs a broadcast, scatter, gather, gather_all, exchange or permute of which operation,
 * function, team, pointers and nbytes are set: enters it, checks the arguments, and leaves it. */
void upcr_relocate(struct upcr_call *call, int flags);

/* Common part of the functions of all types. */

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

/* Ends the job unless `pointer`, the argument of this name, is to a thread of the job. */
void upcr_argument_check(enum upcr_collective which, upcr_pts_t pointer, const char *name);

/* What a thread's part of a collective reads and writes, for run-time checks. */

/* Bytes one after the other on one thread. */
struct upcr_extent {
  upcr_pts_t start;
  size_t nbytes;
};

/* An array of `count` elements in blocks of `block` elements (0: all lie on one thread), from
 * `start` on, whose phase counts. */
struct upcr_elements {
  upcr_ppts_t start;
  size_t count, block, size;
};

/* Ends the job unless the extent, which `access` ("read" or "write") names, lies in one live
 * object. */
void upcr_extent_check(enum upcr_collective which, struct upcr_extent extent, const char *access);

/* The elements that lie on the calling thread (UPC 7.4.3.1). */
struct upcr_extent upcr_extent_of_elements(const struct upcr_elements *elements);

#endif
