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

/* The largest part of a thread, in bytes, of nblocks blocks of nbytes; 0 if it is empty or the sum
 * overflows. */
uint64_t upcr_alloc_bytes_per_thread(uint64_t nblocks, uint64_t nbytes);

/* Room for nblocks blocks of nbytes, distributed to the threads in turn, at the same offset in
 * every segment. Returns a pointer to thread 0's part; null if the size is 0 or overflows, or the
 * heap is full. */
upcr_pts_t upcr_alloc_blocks(uint64_t nblocks, uint64_t nbytes);

/* The same with n bytes in every segment. */
upcr_pts_t upcr_alloc_symmetric(uint64_t n);

/* Alignment of an object of n bytes: a cache line for large ones (UPC_SHARED_ALLOC_ALIGN). */
uint64_t upcr_alloc_align(uint64_t n);

/* Frees a block of either heap, from any thread; null does nothing. Any other pointer ends the job
 * with a message in which `what` names the caller. */
void upcr_free_shared(upcr_pts_t p, const char *what);

/* Returns to the calling thread's heap the blocks that far threads freed in it, and those that the
 * thread keeps of its own frees. */
void upcr_alloc_reclaim(void);

/* The same before a barrier, if the thread keeps blocks: a block freed before the barrier is free
 * to all threads after it. */
void upcr_alloc_settle(void);

/* Small blocks that the calling thread freed in its own heap, kept for its next allocations without
 * a lock (core/alloc.c).
 *
 * Only the UPC thread itself keeps blocks: the program's own pthreads, frees by other threads and
 * jobs with checks take the heap's lock. The heap counts a kept block as allocated, so memory
 * around it may not be returned. Therefore a thread returns its blocks when its heap is full, and
 * at every barrier. */

/* The calling pthread is a UPC thread, and will keep blocks from now on. */
void upcr_alloc_cache_start(void);

/* Takes a kept block whose size is n bytes rounded up to its class. Returns its payload's offset,
 * aligned to 16; 0 if there is none. Ends the job if the block's tag was overwritten. */
uint64_t upcr_alloc_cache_take(uint64_t n);

/* Keeps the block with this payload offset in the caller's heap. False if the block cannot be kept:
 * the caller must free it in the heap. */
bool upcr_alloc_cache_keep(uint64_t payload);

/* True if the thread keeps no block. */
bool upcr_alloc_cache_is_empty(void);

/* Takes any kept block; the heap still counts it as allocated. 0 if there is none. */
uint64_t upcr_alloc_cache_drop(void);

/* Steps of the symmetric heap (mem/heap.h). Its records are on the node of thread 0, where a step
 * is a call; from another node it is one request. A step is atomic. */

/* Once a process, before its threads start. */
void upcr_symmetric_start(void);

/* Extends the heap upwards by `bytes`, which may be 0, and takes a block of n bytes from it.
 * Returns the payload's offset, or, if no free block fits, 0 after writing the free bytes at the
 * upper end to *have. */
uint64_t upcr_symmetric_take(uint64_t bytes, uint64_t n, uint64_t align, uint64_t *have);

/* Frees the payload's block. False if there is no such block. If at least `trim_at` bytes are then
 * free at the upper end, cuts them off. Writes their number, or 0, to *cut. */
bool upcr_symmetric_give(uint64_t payload, uint64_t trim_at, uint64_t *cut);

/* Moves the symmetric end in the limit words of all segments by `pages`, with a message to each
 * other node. False, with nothing moved, if a segment has no room. */
bool upcr_symmetric_move_limits(int64_t pages);

#endif
