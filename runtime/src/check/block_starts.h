/* SPDX-License-Identifier: Apache-2.0 */
/* A set of offsets, multiples of 16, that answers which member is the nearest at or below an
 * offset: a bit for each offset, and above each level of bits one with a bit for each word of it
 * that is not 0.
 *
 * One thread at a time may change a set. Others may search it meanwhile: a search finds a member
 * that stays in the set, if no member joins between it and the offset searched for, because no bit
 * on the path to it is cleared and none next to it is set. */
#ifndef UPCR_CHECK_BLOCK_STARTS_H
#define UPCR_CHECK_BLOCK_STARTS_H

#include <stddef.h>
#include <stdint.h>

enum { UPCR_STARTS_LEVELS = 6 }; /* 64^6 offsets of 16 bytes: a segment's most */

struct upcr_starts {
  uint64_t *level[UPCR_STARTS_LEVELS];
};

/* Bytes of memory, a multiple of 8, for a set of offsets below `end`. */
size_t upcr_starts_bytes(uint64_t end);

/* An empty set in zeroed memory of that size. */
void upcr_starts_init(struct upcr_starts *starts, void *memory, uint64_t end);

/* Add and remove an offset, a multiple of 16 below `end`. */
void upcr_starts_add(const struct upcr_starts *starts, uint64_t offset);
void upcr_starts_remove(const struct upcr_starts *starts, uint64_t offset);

/* The greatest member that is not above `offset`, or 0 if there is none. */
uint64_t upcr_starts_at_or_below(const struct upcr_starts *starts, uint64_t offset);

#endif
