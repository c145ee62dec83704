/* SPDX-License-Identifier: Apache-2.0 */
#include "objects.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "../base/log.h"
#include "../base/text.h"
#include "../mem/null_page.h"
#include "../mem/segment.h"
#include "../mem/statics.h"
#include "check.h"

/* The section exists if a checked unit defines something. */
extern const struct upcr_object __start_upcr_object[] __attribute__((weak, visibility("hidden")));
extern const struct upcr_object __stop_upcr_object[] __attribute__((weak, visibility("hidden")));

struct entry {
  uint64_t start; /* offset in each segment */
  const struct upcr_object *object;
};

/* By ascending offset; made before the processes start. */
static struct entry *entries;
static size_t entry_count;

static int by_start(const void *a, const void *b) {
  uint64_t x = ((const struct entry *)a)->start, y = ((const struct entry *)b)->start;
  return (x > y) - (x < y);
}

int upcr_objects_read(void) {
  size_t count = (size_t)(__stop_upcr_object - __start_upcr_object);
  if (count == 0)
    return 0;
  entries = malloc(count * sizeof *entries);
  if (!entries)
    return -1;
  for (size_t i = 0; i < count; i++)
    entries[i] =
        (struct entry){upcr_static_offset(__start_upcr_object[i].symbol), &__start_upcr_object[i]};
  qsort(entries, count, sizeof *entries, by_start);
  entry_count = count;
  return 0;
}

/* The object with the greatest offset in a segment that is not above `offset`, or 0; *start is its
 * own. */
static const struct upcr_object *at_or_below(uint64_t offset, uint64_t *start) {
  size_t low = 0, high = entry_count; /* entries[low - 1].start <= offset < entries[high].start */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (entries[middle].start <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0)
    return 0;
  *start = entries[low - 1].start;
  return entries[low - 1].object;
}

static bool objects_complete; /* every unit with UPC describes its objects */

void upcr_where_create(bool all_units_checked) { objects_complete = all_units_checked; }

static bool is_static(unsigned long offset) {
  return offset < UPCR_STATIC_BASE + upcr_static_shared_bytes();
}

bool upcr_where_unknown(upcr_pts_t p) { return is_static(upcr_pts_offset(p)) && !objects_complete; }

/* The elements of one thread, of `total` elements in blocks of `block` dealt to the threads in
 * turn. */
static unsigned long share(unsigned long total, unsigned long block, unsigned long thread) {
  unsigned long row = block * (unsigned long)upcr_self.threads;
  unsigned long rest = total % row, before = block * thread;
  unsigned long last = rest <= before ? 0 : rest - before;
  return total / row * block + (last < block ? last : block);
}

/* The last thread's share is the least. */
static unsigned long least_share(unsigned long total, unsigned long block) {
  return share(total, block, (unsigned long)upcr_self.threads - 1);
}

static void set_object_parts(struct upcr_where *where, unsigned long thread) {
  const struct upcr_object *o = where->object;
  unsigned long total = o->total * (o->times_threads ? (unsigned long)upcr_self.threads : 1);
  if (o->block == 0) {
    where->part = thread == 0 ? total * o->elem_size : 0;
    return;
  }
  where->part = share(total, o->block, thread) * o->elem_size;
  where->common = least_share(total, o->block) * o->elem_size;
}

static void find_block(struct upcr_where *where, upcr_pts_t p, bool fresh) {
  where->block = upcr_block_look(p, fresh);
  const struct upcr_block *block = where->block.block;
  if (!block)
    return;
  where->into = upcr_pts_offset(p) - where->block.start;
  if (where->block.heap < upcr_self.threads) {
    where->part = block->nbytes;
    return;
  }
  where->part = share(block->nblocks, 1, upcr_thread(p)) * block->nbytes;
  where->common = least_share(block->nblocks, 1) * block->nbytes;
}

static struct upcr_where find(upcr_pts_t p, bool fresh) {
  struct upcr_where where = {0};
  uint64_t start;
  if (upcr_where_unknown(p))
    return where;
  if (!is_static(upcr_pts_offset(p))) {
    find_block(&where, p, fresh);
    return where;
  }
  where.object = at_or_below(upcr_pts_offset(p), &start);
  if (where.object) {
    where.into = upcr_pts_offset(p) - start;
    set_object_parts(&where, upcr_thread(p));
  }
  return where;
}

struct upcr_where upcr_where_is(upcr_pts_t p) {
  return find(p, false);
}

struct upcr_where upcr_where_is_now(upcr_pts_t p) {
  return find(p, true);
}

bool upcr_where_is_freed(const struct upcr_where *where) {
  return where->block.block && upcr_block_state(where->block.life) == UPCR_BLOCK_FREED;
}

/* "by thread 0 at x.upc:7". */
static void describe_event(const struct upcr_block_event *event, char *text, size_t size) {
  if (event->file)
    snprintf(text, size, "by thread %d at %s:%d", event->thread, event->file, event->line);
  else
    snprintf(text, size, "by thread %d in code without checks", event->thread);
}

const char *upcr_where_describe(const struct upcr_where *where, char *text, size_t size) {
  char allocated[512], freed[512];
  if (where->object) {
    const struct upcr_object *o = where->object;
    snprintf(text, size, "'%s', of type %s, declared at %s", o->name, o->type, o->place);
    return text;
  }
  const struct upcr_block *block = where->block.block;
  describe_event(&block->allocated, allocated, sizeof allocated);
  if (upcr_block_state(atomic_load_explicit(&block->life, memory_order_acquire)) ==
      UPCR_BLOCK_FREED) {
    describe_event(&block->freed, freed, sizeof freed);
    snprintf(text, size, "an object allocated %s and freed %s", allocated, freed);
  } else
    snprintf(text, size, "an object allocated %s", allocated);
  return text;
}

const char *upcr_check_who(int thread, struct upcr_site site, char text[UPCR_WHO]) {
  if (site.file)
    snprintf(text, UPCR_WHO, "thread %d (%s:%d)", thread, site.file, site.line);
  else
    snprintf(text, UPCR_WHO, "thread %d", thread);
  return text;
}

_Noreturn void upcr_where_report_pointer(upcr_pts_t p, const char *what) {
  unsigned long thread = upcr_thread(p), offset = upcr_pts_offset(p);
  if (p == 0)
    upcr_fatal("%s through a null pointer-to-shared%s", what, upcr_null_hint(upcr_self.mythread));
  if (thread >= (unsigned long)upcr_self.threads)
    upcr_fatal("%s through a pointer-to-shared to thread %lu, of %d threads (not initialised, or "
               "moved out of its object)",
               what, thread, upcr_self.threads);
  upcr_fatal("%s through a null pointer-to-shared that was moved by %lu byte%s and %lu thread%s%s",
             what, offset, upcr_plural(offset), thread, upcr_plural(thread),
             upcr_null_hint(upcr_self.mythread));
}
