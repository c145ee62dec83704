/* SPDX-License-Identifier: Apache-2.0 */
/* Heaps of the job: the calling thread's own, and the symmetric one (docs/abi.md section 8). */
#ifndef UPCR_CORE_ALLOC_H
#define UPCR_CORE_ALLOC_H

#include <stdint.h>
#include <upcr/upcr.h>

#include "../mem/heap.h"

/* n bytes in the calling thread's segment, aligned to `align` (mem/heap.h); null if n is 0 or the
 * heap is full. */
upcr_pts_t upcr_alloc_own(uint64_t n, uint64_t align);

/* At one offset in every segment room for nblocks blocks of nbytes, dealt to the threads in turn;
 * the pointer is to thread 0's. Null if there are no bytes, more than a number can say, or the heap
 * is full. */
upcr_pts_t upcr_alloc_blocks(uint64_t nblocks, uint64_t nbytes);

/* The same with n bytes in every segment. */
upcr_pts_t upcr_alloc_symmetric(uint64_t n);

/* How an object of n bytes is aligned: a large one starts on a cache line (UPC_SHARED_ALLOC_ALIGN).
 */
uint64_t upcr_alloc_align(uint64_t n);

/* Frees what either gave, from any thread; null is nothing. Any other pointer ends the job: `what`
 * names the caller. */
void upcr_free_shared(upcr_pts_t p, const char *what);

/* Gives back to the calling thread's heap what far threads freed in it and what the thread keeps of
 * its own frees. */
void upcr_alloc_reclaim(void);

/* The same before a barrier, where the thread keeps something: what it freed before is free to all
 * after. */
void upcr_alloc_settle(void);

#endif
