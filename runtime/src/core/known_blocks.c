/* SPDX-License-Identifier: Apache-2.0 */
/* Each thread notes the blocks of the symmetric heap when it allocates them, without a message. A
 * block that another thread frees by upc_free stays noted until a new one takes its memory. So a
 * note may be wrong, and only decides how much memory is read.
 *
 * A static object ends where the next one begins that the program names. */
#include "known_blocks.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../base/atomics.h"
#include "../mem/statics.h"
#include "far_cache_lock.h"

enum { MOST = 1024 /* blocks of the heap; later ones are not noted */ };

/* Offsets in a segment. */
struct note {
  uint64_t begin, end;
};

static UPCR_PER_THREAD struct note *notes; /* by their offsets, none overlaps another */
static UPCR_PER_THREAD unsigned count, most;

static int by_begin(const void *a, const void *b) {
  uint64_t x = ((const struct note *)a)->begin, y = ((const struct note *)b)->begin;
  return (x > y) - (x < y);
}

/* Notes the static objects. False: no memory. */
static bool make(void) {
  size_t n;
  const volatile uint64_t *slots = upcr_static_slots(&n);
  if (notes || !(notes = malloc((n + MOST) * sizeof *notes)))
    return notes;
  for (size_t i = 0; i < n; i++)
    notes[i].begin = slots[i];
  qsort(notes, n, sizeof *notes, by_begin);
  for (size_t i = 0; i + 1 < n; i++)
    if (notes[i].begin != notes[i + 1].begin)
      notes[count++] = (struct note){notes[i].begin, notes[i + 1].begin};
  most = count + MOST;
  return true;
}

/* The number of blocks that end at or below the offset. */
static unsigned below(uint64_t offset) {
  unsigned low = 0, high = count;
  while (low < high) {
    unsigned middle = (low + high) / 2;
    if (notes[middle].end <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Replaces notes[from] to notes[to - 1] by room for `n`. */
static void replace(unsigned from, unsigned to, unsigned n) {
  memmove(notes + from + n, notes + to, (count - to) * sizeof *notes);
  count += n - (to - from);
}

static bool all_is_mapped(void) { return upcr_self.apart >= 0; }

void upcr_known_block_add(upcr_pts_t p, uint64_t bytes) {
  uint64_t begin = upcr_pts_offset(p), end = begin + bytes;
  if (all_is_mapped() || p == 0 || bytes == 0)
    return;
  upcr_far_cache_lock();
  if (make()) {
    unsigned from = below(begin), to = from;
    while (to < count && notes[to].begin < end)
      to++;
    unsigned n = to > from || count < most;
    replace(from, to, n);
    if (n)
      notes[from] = (struct note){begin, end};
  }
  upcr_far_cache_unlock();
}

void upcr_known_block_remove(upcr_pts_t p) {
  uint64_t begin = upcr_pts_offset(p);
  if (all_is_mapped())
    return;
  upcr_far_cache_lock();
  unsigned at = below(begin);
  if (at < count && notes[at].begin == begin)
    replace(at, at + 1, 0);
  upcr_far_cache_unlock();
}

struct upcr_known_block upcr_known_block_of(upcr_pts_t p) {
  if (!make())
    return (struct upcr_known_block){0};
  uint64_t offset = upcr_pts_offset(p);
  unsigned at = below(offset);
  if (at == count || offset < notes[at].begin)
    return (struct upcr_known_block){0};
  return (struct upcr_known_block){p - (offset - notes[at].begin), notes[at].end - notes[at].begin};
}
