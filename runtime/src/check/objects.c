/* SPDX-License-Identifier: Apache-2.0 */
#include "objects.h"

#include <stdlib.h>

#include "../mem/slots.h"

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

const struct upcr_object *upcr_object_at_or_below(uint64_t offset, uint64_t *start) {
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
