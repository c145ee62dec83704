/* SPDX-License-Identifier: Apache-2.0 */
/* Small blocks that the calling thread freed in its own heap, kept for its next allocations without
 * a lock (core/alloc.c).
 *
 * Only the UPC thread itself has any: the program's own pthreads, frees by other threads and jobs
 * with checks take the heap's lock. To the heap a kept block is allocated, so it can keep memory
 * around it from being given back; therefore a thread gives its blocks back when its heap is full
 * and at every barrier. */
#ifndef UPCR_CORE_ALLOC_CACHE_H
#define UPCR_CORE_ALLOC_CACHE_H

#include <stdbool.h>
#include <stdint.h>
#include <upcr/upcr.h>

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

#endif
