/* SPDX-License-Identifier: Apache-2.0 */
/* Small blocks that a thread freed and keeps for its next allocations
 * (docs/decisions/small-blocks.md). */
#include "alloc.h"

#include "../base/atomics.h"
#include "../base/log.h"
#include "../mem/segment.h"

enum {
  STEP = 16,                /* bytes between two sizes */
  LARGEST = 1024,           /* payload of a kept block */
  CLASSES = LARGEST / STEP, /* class c has the payloads of c + 1 steps */
  MOST = 64 << 10           /* bytes kept */
};

/* The first word of a kept block holds the payload offset of the next block of its class, 0: none.
 * Each pthread has a cache of its own, so no other pthread uses a UPC thread's blocks. */
struct cache {
  bool on;
  uint64_t bytes;
  uint64_t first[CLASSES];
};
static __thread struct cache cache __attribute__((tls_model("initial-exec")));

static uint64_t *link_of(uint64_t payload) {
  return (uint64_t *)(void *)(upcr_segment_base(upcr_self.mythread) + payload);
}

static unsigned class_of(uint64_t n) { return (unsigned)((n + STEP - 1) / STEP) - 1; }

void upcr_alloc_cache_start(void) { cache.on = true; }

static uint64_t pop(unsigned class) {
  uint64_t payload = cache.first[class];
  if (!upcr_heap_take_back(upcr_segment_base(upcr_self.mythread), payload))
    upcr_fatal("shared heap: the bytes before a block of %u bytes that was freed were overwritten: "
               "thread %d, offset %#lx "
               "(UPC 7.2.2)",
               (class + 1) * STEP, upcr_self.mythread, payload);
  cache.first[class] = *link_of(payload);
  cache.bytes -= (class + 1) * STEP;
  return payload;
}

uint64_t upcr_alloc_cache_take(uint64_t n) {
  if (n - 1 >= LARGEST || cache.first[class_of(n)] == 0)
    return 0;
  return pop(class_of(n));
}

bool upcr_alloc_cache_keep(uint64_t payload) {
  if (!cache.on || cache.bytes > MOST - LARGEST)
    return false;
  char *base = upcr_segment_base(upcr_self.mythread);
  uint64_t n = upcr_heap_set_aside(base, upcr_job->heap_end, payload);
  if (n == 0)
    return false;
  if (n > LARGEST) {
    upcr_heap_take_back(base, payload);
    return false;
  }
  *link_of(payload) = cache.first[class_of(n)];
  cache.first[class_of(n)] = payload;
  cache.bytes += n;
  return true;
}

UPCR_HOT bool upcr_alloc_cache_is_empty(void) { return cache.bytes == 0; }

uint64_t upcr_alloc_cache_drop(void) {
  for (unsigned class = 0; cache.bytes != 0 && class < CLASSES; class ++)
    if (cache.first[class] != 0)
      return pop(class);
  return 0;
}
