/* SPDX-License-Identifier: Apache-2.0 */
/* The heap: random allocation and freeing against a shadow list; growth, trimming, corruption. */
#include <mem/heap.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

enum { LIVE = 300, STEPS = 60000, SPACE = 4 << 20, START = SPACE / 2 };

static char *base;
static struct upcr_heap heap;
static struct block { uint64_t offset, size; } live[LIVE];

static uint64_t random_state = 12345;
static uint64_t next_random(void) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return random_state >> 33;
}

static uint64_t random_size(void) {
  switch (next_random() % 4) {
  case 0:
    return 1 + next_random() % 32;
  case 1:
    return 1 + next_random() % 500;
  case 2:
    return 1 + next_random() % 5000;
  default:
    return 1 + next_random() % 20000;
  }
}

static int overlaps(uint64_t offset, uint64_t size) {
  for (int i = 0; i < LIVE; i++)
    if (live[i].size && offset < live[i].offset + live[i].size && live[i].offset < offset + size)
      return 1;
  return 0;
}

static uint64_t alloc_growing(uint64_t n, uint64_t align) {
  uint64_t offset = upcr_heap_alloc(&heap, base, n, align);
  if (offset)
    return offset;
  uint64_t bytes = (upcr_heap_extent_for(n, align) + 4095) & ~4095ull;
  if (next_random() % 2)
    upcr_heap_extend_up(&heap, base, bytes);
  else
    upcr_heap_extend_down(&heap, base, bytes);
  return upcr_heap_alloc(&heap, base, n, align);
}

static const uint64_t aligns[] = {UPCR_HEAP_ALIGN, UPCR_HEAP_LINE, UPCR_HEAP_LINES};

static void replace(struct block *block) {
  if (block->size) {
    CHECK(base[block->offset] == (char)block->offset &&
          base[block->offset + block->size - 1] == (char)block->offset);
    CHECK(upcr_heap_free(&heap, base, block->offset));
    block->size = 0;
    return;
  }
  uint64_t align = aligns[next_random() % 3], size = random_size();
  uint64_t offset = alloc_growing(size, align);
  CHECK(offset != 0 && offset % align == 0 && offset >= heap.lo && offset + size <= heap.hi &&
        !overlaps(offset, size));
  memset(base + offset, (char)offset, size);
  *block = (struct block){offset, size};
}

static void check_random(void) {
  for (int i = 0; i < STEPS; i++) {
    replace(&live[next_random() % LIVE]);
    if (i % 100 == 0)
      CHECK(upcr_heap_consistent(&heap, base));
    if (i % 1000 == 0) {
      upcr_heap_trim_up(&heap, base, 4096);
      upcr_heap_trim_down(&heap, base, 4096);
      CHECK(upcr_heap_consistent(&heap, base) && heap.lo % 4096 == 0 && heap.hi % 4096 == 0);
    }
  }
  for (int i = 0; i < LIVE; i++)
    if (live[i].size)
      replace(&live[i]);
  CHECK(upcr_heap_consistent(&heap, base) && heap.used == 0);
  CHECK(heap.hi - heap.lo < SPACE / 2 + SPACE / 4);
}

static void check_all_given_back(void) {
  upcr_heap_trim_up(&heap, base, 4096);
  CHECK(heap.lo == heap.hi && heap.top_size == 0 && upcr_heap_consistent(&heap, base));
  CHECK(upcr_heap_alloc(&heap, base, 1, 16) == 0);
}

static void check_bad_free(void) {
  upcr_heap_extend_up(&heap, base, 8192);
  uint64_t a = upcr_heap_alloc(&heap, base, 100, 16), b = upcr_heap_alloc(&heap, base, 100, 16);
  CHECK(a && b && !upcr_heap_free(&heap, base, a + 16) && !upcr_heap_free(&heap, base, heap.hi) &&
        !upcr_heap_free(&heap, base, heap.lo));
  CHECK(upcr_heap_free(&heap, base, a) && !upcr_heap_free(&heap, base, a));
  CHECK(upcr_heap_free(&heap, base, b) && !upcr_heap_free(&heap, base, b) &&
        !upcr_heap_free(&heap, base, a));
  a = upcr_heap_alloc(&heap, base, 100, 16);
  memset(base + a, -1, 130); /* past the end, over the next tag */
  CHECK(!upcr_heap_free(&heap, base, a));
}

/* Blocks set aside are allocated ones to the heap, neighbours included. */
static void check_aside(void) {
  uint64_t a = upcr_heap_alloc(&heap, base, 100, 16), b = upcr_heap_alloc(&heap, base, 100, 16);
  CHECK(upcr_heap_set_aside(base, heap.hi, a) >= 100 && upcr_heap_consistent(&heap, base));
  CHECK(upcr_heap_set_aside(base, heap.hi, a) == 0 && !upcr_heap_free(&heap, base, a));
  CHECK(upcr_heap_free(&heap, base, b) && upcr_heap_consistent(&heap, base));
  CHECK(upcr_heap_set_aside(base, heap.hi, b) == 0 && !upcr_heap_take_back(base, b));
  CHECK(upcr_heap_take_back(base, a) && !upcr_heap_take_back(base, a));
  CHECK(upcr_heap_free(&heap, base, a) && upcr_heap_consistent(&heap, base));
  a = upcr_heap_alloc(&heap, base, 100, 16);
  memset(base + a, -1, 130);
  CHECK(upcr_heap_set_aside(base, heap.hi, a) == 0);
}

int main(void) {
  base = calloc(1, SPACE);
  upcr_heap_init(&heap, START);
  CHECK(upcr_heap_alloc(&heap, base, 16, 16) == 0 &&
        upcr_heap_alloc(&heap, base, 1ull << 63, 16) == 0);
  check_random();
  check_all_given_back();
  check_bad_free();
  upcr_heap_init(&heap, START);
  upcr_heap_extend_up(&heap, base, 8192);
  check_aside();
  free(base);
  return test_report();
}
