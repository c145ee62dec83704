/* SPDX-License-Identifier: Apache-2.0 */
/* The used parts of other threads' own heaps (upc_alloc): a hint for reads of far memory
 * (read_guesses.c). */
#ifndef UPCR_CORE_FAR_HEAPS_H
#define UPCR_CORE_FAR_HEAPS_H

#include "known_blocks.h"

/* The part of a far thread's own heap that is in use and that p points into; bytes 0: none is
 * known. May ask the thread, by one get. The lock of kept_lock.h is held. */
struct upcr_known_block upcr_far_heap_of(upcr_pts_t p);

#endif
