/* SPDX-License-Identifier: Apache-2.0 */
#include "heap.h"

#include <string.h>

/* Tag of a block. The magic in the upper bits of `word` tells used, free and set-aside blocks from
 * each other and from anything else. */
struct tag {
  uint64_t word;       /* magic << 48 | size, size with the tag, a multiple of 16 */
  uint64_t size_below; /* size of the block below, 0 for the lowest */
};

/* A free block: links of its bin. */
struct free_block {
  struct tag tag;
  uint64_t next, prev; /* offsets, 0: none */
};

#define USED_MAGIC 0xa110ull
#define FREE_MAGIC 0xf4eeull
#define ASIDE_MAGIC 0xa51dull
#define SIZE_MASK ((1ull << 48) - 1)

enum {
  MIN_BLOCK = sizeof(struct free_block),
  FITS_TRIED = 8 /* blocks tried in the request's own size class before the next class, in which
                  * each fits */
};

static struct free_block *block_at(const char *base, uint64_t offset) {
  return (struct free_block *)(uintptr_t)(base + offset);
}

static uint64_t word_at(const char *base, uint64_t offset) {
  return __atomic_load_n(&block_at(base, offset)->tag.word, __ATOMIC_RELAXED);
}

static void set_word(char *base, uint64_t offset, uint64_t word) {
  __atomic_store_n(&block_at(base, offset)->tag.word, word, __ATOMIC_RELAXED);
}

static uint64_t size_at(const char *base, uint64_t offset) {
  return word_at(base, offset) & SIZE_MASK;
}

static uint64_t magic_at(const char *base, uint64_t offset) { return word_at(base, offset) >> 48; }

static void set_tag(char *base, uint64_t offset, uint64_t magic, uint64_t size) {
  set_word(base, offset, magic << 48 | size);
}

static void clear_tag(char *base, uint64_t offset) { set_word(base, offset, 0); }

static uint64_t below_at(const char *base, uint64_t offset) {
  return __atomic_load_n(&block_at(base, offset)->tag.size_below, __ATOMIC_RELAXED);
}

static void set_below(char *base, uint64_t offset, uint64_t size) {
  __atomic_store_n(&block_at(base, offset)->tag.size_below, size, __ATOMIC_RELAXED);
}

/* Writes the size of the block at `offset` into the block above it, or into the heap's root. */
static void update_above(struct upcr_heap *heap, char *base, uint64_t offset) {
  uint64_t size = size_at(base, offset);
  if (offset + size < heap->hi)
    set_below(base, offset + size, size);
  else
    heap->top_size = size;
}

static unsigned bin_of(uint64_t size) {
  unsigned log = 63u - (unsigned)__builtin_clzll(size);
  return (log - 5) * 4 + (unsigned)(size >> (log - 2) & 3);
}

static void link_free(struct upcr_heap *heap, char *base, uint64_t offset, uint64_t size) {
  unsigned bin = bin_of(size);
  struct free_block *block = block_at(base, offset);
  set_tag(base, offset, FREE_MAGIC, size);
  block->prev = 0;
  block->next = heap->bin[bin];
  if (block->next)
    block_at(base, block->next)->prev = offset;
  heap->bin[bin] = offset;
  heap->bitmap[bin / 64] |= 1ull << bin % 64;
  update_above(heap, base, offset);
}

static void unlink_free(struct upcr_heap *heap, char *base, uint64_t offset) {
  struct free_block *block = block_at(base, offset);
  unsigned bin = bin_of(size_at(base, offset));
  if (block->next)
    block_at(base, block->next)->prev = block->prev;
  if (block->prev)
    block_at(base, block->prev)->next = block->next;
  else
    heap->bin[bin] = block->next;
  if (heap->bin[bin] == 0)
    heap->bitmap[bin / 64] &= ~(1ull << bin % 64);
}

/* Joins the free bytes [offset, offset + size), not in a bin, with free neighbours and puts them in
 * a bin. */
static void release(struct upcr_heap *heap, char *base, uint64_t offset, uint64_t size,
                    uint64_t size_below) {
  uint64_t above = offset + size;
  if (above < heap->hi && magic_at(base, above) == FREE_MAGIC) {
    unlink_free(heap, base, above);
    size += size_at(base, above);
    clear_tag(base, above); /* no longer a tag: a second free through an old pointer is noticed */
  }
  if (size_below && magic_at(base, offset - size_below) == FREE_MAGIC) {
    clear_tag(base, offset);
    offset -= size_below;
    unlink_free(heap, base, offset);
    size += size_below;
    size_below = below_at(base, offset);
  }
  set_below(base, offset, size_below);
  link_free(heap, base, offset, size);
}

void upcr_heap_init(struct upcr_heap *heap, uint64_t at) {
  memset(heap, 0, sizeof *heap);
  heap->lo = heap->hi = at;
}

/* First bin at or above `from` with a block, or UPCR_HEAP_BINS. */
static unsigned next_bin(const struct upcr_heap *heap, unsigned from) {
  for (unsigned word = from / 64; word < 3; word++) {
    uint64_t bits = heap->bitmap[word];
    if (word == from / 64)
      bits &= ~0ull << from % 64;
    if (bits)
      return word * 64 + (unsigned)__builtin_ctzll(bits);
  }
  return UPCR_HEAP_BINS;
}

static uint64_t find_fit(const struct upcr_heap *heap, const char *base, uint64_t size) {
  unsigned bin = bin_of(size);
  uint64_t offset = heap->bin[bin];
  for (int i = 0; offset && i < FITS_TRIED; i++, offset = block_at(base, offset)->next)
    if (size_at(base, offset) >= size)
      return offset;
  bin = next_bin(heap, bin + 1);
  if (bin < UPCR_HEAP_BINS)
    return heap->bin[bin];
  /* Searches the rest of the request's own class. */
  for (; offset; offset = block_at(base, offset)->next)
    if (size_at(base, offset) >= size)
      return offset;
  return 0;
}

static uint64_t block_size_for(uint64_t n) {
  uint64_t size = (n + UPCR_HEAP_TAG + 15) & ~15ull;
  return size < MIN_BLOCK ? MIN_BLOCK : size;
}

/* Bytes to leave free below so that the payload is aligned: 0, or enough for a free block. */
static uint64_t lead_for(uint64_t offset, uint64_t align) {
  uint64_t lead = -(offset + UPCR_HEAP_TAG) & (align - 1);
  return lead && lead < MIN_BLOCK ? lead + align : lead;
}

/* Largest lead_for, rounded. */
static uint64_t slack_for(uint64_t align) {
  return align > UPCR_HEAP_ALIGN ? align + MIN_BLOCK : 0;
}

uint64_t upcr_heap_extent_for(uint64_t n, uint64_t align) {
  return block_size_for(n) + slack_for(align);
}

uint64_t upcr_heap_alloc(struct upcr_heap *heap, char *base, uint64_t n, uint64_t align) {
  if (n > 1ull << 40)
    return 0;
  uint64_t size = block_size_for(n);
  uint64_t offset = find_fit(heap, base, size + slack_for(align));
  if (!offset)
    return 0;
  uint64_t whole = size_at(base, offset);
  unlink_free(heap, base, offset);
  uint64_t lead = lead_for(offset, align);
  if (lead) {
    link_free(heap, base, offset, lead);
    offset += lead;
    whole -= lead;
    set_below(base, offset, lead);
  }
  uint64_t rest = whole - size;
  if (rest < MIN_BLOCK) {
    size = whole;
    rest = 0;
  }
  set_tag(base, offset, USED_MAGIC, size);
  if (rest) {
    set_below(base, offset + size, size);
    link_free(heap, base, offset + size, rest);
  } else
    update_above(heap, base, offset);
  heap->used += size;
  return offset + UPCR_HEAP_TAG;
}

/* True if the upper neighbour agrees with the block's own tag about its size, in a heap that ends
 * at `hi`; else one of the two was overwritten. */
static bool agrees_with_above(const char *base, uint64_t hi, uint64_t offset, uint64_t size) {
  return size >= MIN_BLOCK && size <= hi - offset &&
         (offset + size == hi || below_at(base, offset + size) == size);
}

bool upcr_heap_free(struct upcr_heap *heap, char *base, uint64_t payload) {
  uint64_t offset = payload - UPCR_HEAP_TAG;
  if (payload % 16 != 0 || payload < heap->lo + UPCR_HEAP_TAG || payload >= heap->hi ||
      magic_at(base, offset) != USED_MAGIC)
    return false;
  uint64_t size = size_at(base, offset);
  if (!agrees_with_above(base, heap->hi, offset, size))
    return false;
  heap->used -= size;
  release(heap, base, offset, size, below_at(base, offset));
  return true;
}

uint64_t upcr_heap_set_aside(char *base, uint64_t hi, uint64_t payload) {
  uint64_t offset = payload - UPCR_HEAP_TAG, size = size_at(base, offset);
  if (magic_at(base, offset) != USED_MAGIC || !agrees_with_above(base, hi, offset, size))
    return 0;
  set_tag(base, offset, ASIDE_MAGIC, size);
  return size - UPCR_HEAP_TAG;
}

bool upcr_heap_take_back(char *base, uint64_t payload) {
  uint64_t offset = payload - UPCR_HEAP_TAG;
  if (magic_at(base, offset) != ASIDE_MAGIC)
    return false;
  set_tag(base, offset, USED_MAGIC, size_at(base, offset));
  return true;
}

void upcr_heap_extend_up(struct upcr_heap *heap, char *base, uint64_t bytes) {
  uint64_t offset = heap->hi, below = heap->top_size;
  heap->hi += bytes;
  release(heap, base, offset, bytes, below);
}

void upcr_heap_extend_down(struct upcr_heap *heap, char *base, uint64_t bytes) {
  heap->lo -= bytes;
  release(heap, base, heap->lo, bytes, 0);
}

uint64_t upcr_heap_free_at_top(const struct upcr_heap *heap, const char *base) {
  return heap->top_size && magic_at(base, heap->hi - heap->top_size) == FREE_MAGIC ? heap->top_size
                                                                                   : 0;
}

uint64_t upcr_heap_free_at_bottom(const struct upcr_heap *heap, const char *base) {
  return heap->lo < heap->hi && magic_at(base, heap->lo) == FREE_MAGIC ? size_at(base, heap->lo)
                                                                       : 0;
}

/* The rest of a free end block when the heap is cut at a granule: nothing, or enough for a block.
 */
static uint64_t remainder_for(uint64_t rest, uint64_t granule) {
  return rest && rest < MIN_BLOCK ? rest + granule : rest;
}

uint64_t upcr_heap_trim_up(struct upcr_heap *heap, char *base, uint64_t granule) {
  uint64_t size = upcr_heap_free_at_top(heap, base);
  uint64_t offset = heap->hi - size;
  uint64_t rest = remainder_for(-offset & (granule - 1), granule);
  if (size == 0 || rest >= size)
    return 0;
  uint64_t below = below_at(base, offset);
  unlink_free(heap, base, offset);
  clear_tag(base, offset);
  heap->hi = offset + rest;
  heap->top_size = below;
  if (rest) {
    set_below(base, offset, below);
    link_free(heap, base, offset, rest);
  }
  return size - rest;
}

uint64_t upcr_heap_trim_down(struct upcr_heap *heap, char *base, uint64_t granule) {
  uint64_t size = upcr_heap_free_at_bottom(heap, base);
  uint64_t end = heap->lo + size;
  uint64_t rest = remainder_for(end & (granule - 1), granule);
  if (size == 0 || rest >= size)
    return 0;
  unlink_free(heap, base, heap->lo);
  clear_tag(base, heap->lo);
  heap->lo = end - rest;
  if (rest) {
    set_below(base, heap->lo, 0);
    link_free(heap, base, heap->lo, rest);
  } else if (end < heap->hi)
    set_below(base, end, 0);
  else
    heap->top_size = 0;
  return size - rest;
}

/* Walks a bin; false if a block is in the wrong one. Counts its blocks. */
static bool bin_consistent(const struct upcr_heap *heap, const char *base, unsigned bin,
                           uint64_t *blocks) {
  bool marked = heap->bitmap[bin / 64] >> bin % 64 & 1;
  uint64_t prev = 0;
  if (marked != (heap->bin[bin] != 0))
    return false;
  for (uint64_t offset = heap->bin[bin]; offset; offset = block_at(base, offset)->next) {
    if (magic_at(base, offset) != FREE_MAGIC || bin_of(size_at(base, offset)) != bin ||
        block_at(base, offset)->prev != prev)
      return false;
    prev = offset;
    ++*blocks;
  }
  return true;
}

bool upcr_heap_consistent(const struct upcr_heap *heap, const char *base) {
  uint64_t below = 0, used = 0, free_blocks = 0, binned = 0;
  bool below_free = false;
  for (uint64_t offset = heap->lo; offset < heap->hi; offset += below) {
    uint64_t magic = magic_at(base, offset);
    if ((magic != USED_MAGIC && magic != FREE_MAGIC && magic != ASIDE_MAGIC) ||
        below_at(base, offset) != below)
      return false;
    below = size_at(base, offset);
    if (below < MIN_BLOCK || below > heap->hi - offset || (magic == FREE_MAGIC && below_free))
      return false;
    below_free = magic == FREE_MAGIC;
    free_blocks += below_free;
    used += below_free ? 0 : below;
  }
  for (unsigned bin = 0; bin < UPCR_HEAP_BINS; bin++)
    if (!bin_consistent(heap, base, bin, &binned))
      return false;
  return below == heap->top_size && used == heap->used && binned == free_blocks;
}
