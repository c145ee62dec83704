/* SPDX-License-Identifier: Apache-2.0 */
/* A thread reads the bounds of another one's heap when it first misses a page of it, and again when
 * it misses some that it takes for unused: after one such miss, then after twice as many each time.
 *
 * Nothing orders the get with the owner's changes, so the bounds may disagree. They only decide how
 * much memory is read. */
#include "known_blocks.h"

#include <stdbool.h>
#include <stddef.h>

#include "../base/atomics.h"
#include "../mem/job.h"
#include "../mem/segment.h"
#include "../net/net.h"

enum {
  HEAPS = 64,      /* that are kept in mind */
  MOST_LEFT = 4095 /* most misses between two questions */
};

/* The first words of struct upcr_heap. */
struct bounds {
  uint64_t lo, hi, top_size, used;
};
_Static_assert(offsetof(struct upcr_heap, used) == offsetof(struct bounds, used),
               "the bounds are the first words of a heap");

struct heap {
  unsigned long owner; /* thread + 1, 0: none */
  uint64_t begin, end; /* offsets */
  unsigned left, next; /* misses until it is asked again, and then */
};

static UPCR_PER_THREAD struct heap heaps[HEAPS];

/* Blocks are taken from the lower end of the free memory, and the heap grows downwards in large
 * steps. So a heap that has grown once is in use from its lower end on. */
static void query(struct heap *h) {
  struct bounds b;
  upcr_net->get(&b, upcr_header_pts(h->owner - 1, heap), sizeof b, UPCR_MEMORY_HOST);
  bool agree = b.lo >= upcr_job->heap_base && b.lo <= b.hi && b.hi <= upcr_job->heap_end &&
               b.used <= b.hi - b.lo;
  h->begin = agree ? b.lo : 0;
  h->end = agree ? b.lo + b.used : 0;
}

static bool has(const struct heap *h, uint64_t offset) {
  return h->begin <= offset && offset < h->end;
}

struct upcr_known_block upcr_far_heap_of(upcr_pts_t p) {
  unsigned long thread = upcr_thread(p);
  uint64_t offset = upcr_pts_offset(p);
  struct heap *h = &heaps[thread % HEAPS];
  if (offset < upcr_job->heap_base || offset >= upcr_job->heap_end)
    return (struct upcr_known_block){0};
  if (h->owner != thread + 1)
    *h = (struct heap){.owner = thread + 1};
  if (!has(h, offset) && h->left-- == 0) {
    h->left = h->next;
    h->next = h->next < MOST_LEFT ? h->next * 2 + 1 : MOST_LEFT;
    query(h);
  }
  if (!has(h, offset))
    return (struct upcr_known_block){0};
  return (struct upcr_known_block){upcr_pts_make(thread, h->begin), h->end - h->begin};
}
