/* SPDX-License-Identifier: Apache-2.0 */
/* Heaps of the job: the calling thread's own, and the symmetric one (docs/abi.md section 8). */
#ifndef UPCR_CORE_ALLOC_H
#define UPCR_CORE_ALLOC_H

#include <stdbool.h>
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

/* Small blocks that the calling thread freed in its own heap, kept for its next allocations without
 * a lock (core/alloc.c).
 *
 * Only the UPC thread itself has any: the program's own pthreads, frees by other threads and jobs
 * with checks take the heap's lock. To the heap a kept block is allocated, so it can keep memory
 * around it from being given back; therefore a thread gives its blocks back when its heap is full
 * and at every barrier. */

/* The calling pthread is a UPC thread, and will keep blocks from now on. */
void upcr_alloc_cache_start(void);

/* Payload offset of a kept block of at least n bytes and hardly more, aligned to 16; 0: none. Ends
 * the job if its tag was overwritten. */
uint64_t upcr_alloc_cache_take(uint64_t n);

/* Keeps the allocated block with this payload offset in the caller's heap. False if the heap has to
 * take it, whatever it is. */
bool upcr_alloc_cache_keep(uint64_t payload);

bool upcr_alloc_cache_is_empty(void);

/* Takes any kept block out, allocated; 0: there is none. */
uint64_t upcr_alloc_cache_drop(void);

/* Steps of the symmetric heap (mem/heap.h), whose book-keeping is on the node of thread 0: there
 * they are calls, from other nodes one request each. A step is atomic. */

/* Once a process, before its threads start. */
void upcr_symmetric_start(void);

/* Extends the heap upwards by `bytes`, which may be 0, and takes a block of n bytes from it.
 * Returns the payload's offset, or 0 where no free block fits, after writing the free bytes at the
 * upper end to *have. */
uint64_t upcr_symmetric_take(uint64_t bytes, uint64_t n, uint64_t align, uint64_t *have);

/* Gives the payload's block back, false: there is no such block. Where at least `trim_at` bytes are
 * then free at the upper end they are cut off, and their number is written to *cut, else 0. */
bool upcr_symmetric_give(uint64_t payload, uint64_t trim_at, uint64_t *cut);

/* Moves the symmetric end in the limit words of all segments by pages, a message for each other
 * node. False where a segment has no room, with nothing moved. */
bool upcr_symmetric_move_limits(int64_t pages);

#endif
