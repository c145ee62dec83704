/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of what collectives are given, in every job, and of what their arrays hold, where
 * checked code calls. */
#ifndef UPCR_COLL_ARGUMENT_H
#define UPCR_COLL_ARGUMENT_H

#include <stddef.h>
#include <upcr/upcr.h>

#include "../core/barrier.h"

/* Checks of what collectives are given, in every job; what their arrays hold is checked below. */

/* Ends the job unless `pointer`, the argument of this name, is to a thread of the job. */
void upcr_argument_check(enum upcr_collective which, upcr_pts_t pointer, const char *name);

/* Ends the job unless it is to thread 0, as `rule`, a section of the specification or "",
 * demands. */
void upcr_argument_check_start(enum upcr_collective which, upcr_pts_t pointer, const char *name,
                               const char *rule);

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

/* Ends the job unless each lies in one live object and they have no byte in common. `names` is
 * of both arguments, for messages. */
void upcr_extents_check(enum upcr_collective which, struct upcr_extent src, struct upcr_extent dst,
                        const char *names);

/* The same of one, which is read, or else written. */
void upcr_extent_check(enum upcr_collective which, struct upcr_extent extent, const char *access);

/* The elements that lie on the calling thread (UPC 7.4.3.1). */
struct upcr_extent upcr_extent_of_elements(const struct upcr_elements *elements);

#endif
