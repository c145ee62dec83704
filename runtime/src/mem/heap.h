/* SPDX-License-Identifier: Apache-2.0 */
/* A heap of offsets: blocks with boundary tags, segregated free lists, good fit.
 *
 * The heap is an interval [lo, hi) of offsets that its user extends at either end. Tags are at base
 * + offset: for a thread's own heap `base` is its segment, for the symmetric heap a shadow that no
 * program data share. Not locked.
 *
 * Tags are read and written in whole words, because a block that is set aside changes without the
 * lock. The lock's holder only tests whether the block is free, and it never is. */
#ifndef UPCR_MEM_HEAP_H
#define UPCR_MEM_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  UPCR_HEAP_TAG = 16,   /* bytes of tag before each payload */
  UPCR_HEAP_BINS = 144, /* four a power of two, 32 bytes to 2^41 */
  /* Alignments. */
  UPCR_HEAP_ALIGN = 16,
  UPCR_HEAP_LINE = 64,  /* a cache line */
  UPCR_HEAP_LINES = 128 /* a line and its neighbour, which is fetched along with it */
};

struct upcr_heap {
  uint64_t lo, hi;              /* multiples of 16 */
  uint64_t top_size;            /* size of the highest block, 0 in an empty heap */
  uint64_t used;                /* bytes in allocated blocks, tags included */
  uint64_t bitmap[3];           /* bit b: bin b is not empty */
  uint64_t bin[UPCR_HEAP_BINS]; /* offset of the first free block of the size class, 0: none */
};

/* An empty heap at `at` (a multiple of 16, not 0). */
void upcr_heap_init(struct upcr_heap *heap, uint64_t at);

/* Payload offset of a new block of at least n > 0 bytes, aligned to `align` (one of the above), or
 * 0 when no free block fits. */
uint64_t upcr_heap_alloc(struct upcr_heap *heap, char *base, uint64_t n, uint64_t align);

/* Frees the block with this payload offset. False, without effect, if there is none or its tags
 * were overwritten. */
bool upcr_heap_free(struct upcr_heap *heap, char *base, uint64_t payload);

/* Sets an allocated block aside, or makes it an ordinary allocated block again. The heap counts it
 * as allocated, and its memory belongs to the caller. Unlike the other functions these need no
 * lock, but the block must belong to the caller only. `hi` is the heap's and must not change
 * meanwhile. upcr_heap_set_aside returns the payload's size, or 0 if there is no such block or its
 * tags were overwritten; upcr_heap_take_back returns false if the block was not set aside. */
uint64_t upcr_heap_set_aside(char *base, uint64_t hi, uint64_t payload);
bool upcr_heap_take_back(char *base, uint64_t payload);

/* Adds `bytes` (a multiple of 16, >= 32) of free memory above or below. */
void upcr_heap_extend_up(struct upcr_heap *heap, char *base, uint64_t bytes);
void upcr_heap_extend_down(struct upcr_heap *heap, char *base, uint64_t bytes);

/* Cuts all whole granules of free memory off the upper or lower end. Returns the number of bytes.
 */
uint64_t upcr_heap_trim_up(struct upcr_heap *heap, char *base, uint64_t granule);
uint64_t upcr_heap_trim_down(struct upcr_heap *heap, char *base, uint64_t granule);

/* Free bytes at the upper or lower end; the extension after which an allocation certainly succeeds.
 */
uint64_t upcr_heap_free_at_top(const struct upcr_heap *heap, const char *base);
uint64_t upcr_heap_free_at_bottom(const struct upcr_heap *heap, const char *base);
uint64_t upcr_heap_extent_for(uint64_t n, uint64_t align);

/* For tests: every tag, link and bin agrees. */
bool upcr_heap_consistent(const struct upcr_heap *heap, const char *base);

#endif
