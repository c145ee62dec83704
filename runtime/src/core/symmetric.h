/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of the symmetric heap (mem/heap.h), whose book-keeping is on the node of thread 0: there
 * they are calls, from other nodes one request each. A step is atomic. */
#ifndef UPCR_CORE_SYMMETRIC_H
#define UPCR_CORE_SYMMETRIC_H

#include <stdbool.h>
#include <stdint.h>

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
