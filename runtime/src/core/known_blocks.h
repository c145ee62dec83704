/* SPDX-License-Identifier: Apache-2.0 */
/* Where static objects and those that upc_all_alloc returned begin and end, as far as the calling
 * thread knows: a hint for reads of far memory (read_guesses.c). */
#ifndef UPCR_CORE_KNOWN_BLOCKS_H
#define UPCR_CORE_KNOWN_BLOCKS_H

#include <stdint.h>
#include <upcr/upcr.h>

/* Memory of one thread. */
struct upcr_known_block {
  upcr_pts_t first;
  uint64_t bytes; /* 0: no block is known */
};

/* Every thread has `bytes` bytes of a new block, at p's offset. */
void upcr_known_block_add(upcr_pts_t p, uint64_t bytes);

/* The block at p's offset is freed. */
void upcr_known_block_remove(upcr_pts_t p);

/* The part of a block that p's thread has and that p points into. The lock of far_cache_lock.h is
 * held.
 */
struct upcr_known_block upcr_known_block_of(upcr_pts_t p);

/* The part of a far thread's own heap that is in use and that p points into; bytes 0: none is
 * known. May ask the thread, by one get. The lock of far_cache_lock.h is held. */
struct upcr_known_block upcr_far_heap_of(upcr_pts_t p);

#endif
