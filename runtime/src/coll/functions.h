/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of <upc_collective.h> and <upcx_collective.h>. They enter a call whose operation,
 * function and team are set, check its arguments (and, called by checked code, the bounds of its
 * arrays), run it and leave it. Teams of all threads use them too. */
#ifndef UPCR_COLL_FUNCTIONS_H
#define UPCR_COLL_FUNCTIONS_H

#include "call.h"
#include "reduce/elements.h"

/* A broadcast, scatter, gather, gather_all, exchange or permute (UPC 7.4.2). Pointers and nbytes
 * must be set too. */
void upcr_relocate(struct upcr_call *call, int flags);

/* A reduce or prefix_reduce (UPC 7.4.3). Reduces the phases modulo blk_size. `name` is for
 * messages. */
void upcr_compute_call(struct upcr_call *call, struct upcr_reduction *reduction, int flags,
                       const char *name);

/* A reduce_all, reduce_scatter or reduce_vector. `type` is of <upc_types.h>. `reduction` has the
 * kernels or 0, the number of elements of one result, and the places of src and dst. */
void upcr_reduce_vectors(struct upcr_call *call, const struct upcr_reduction *reduction, int type,
                         int flags);

/* Ends the job unless `pointer`, the argument of this name, is to a thread of the job. */
void upcr_argument_check(enum upcr_collective which, upcr_pts_t pointer, const char *name);

/* Ends the job unless the extent, which `access` ("read" or "write") names, lies in one live
 * object. */
void upcr_extent_check(enum upcr_collective which, struct upcr_extent extent, const char *access);

#endif
