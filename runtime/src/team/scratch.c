#include "scratch.h"

#include "../base/atomics.h"
#include "../core/alloc.h"

enum {
  CLASSES = 4,
  SMALLEST = 1024, /* bytes, of the first class; the next have four times as many */
  KEPT = 64,       /* pieces of a class */
  KEPT_BYTES = 256 << 10
};

/* What is kept of a class. A program's own pthreads start and end operations of their UPC thread one at a time. */
static UPCR_PER_THREAD struct kept {
  upcr_pts_t piece[KEPT];
  int pieces;
} kept[CLASSES];

static size_t bytes_of(int class) { return (size_t)SMALLEST << 2 * class; }

/* The class with room for n bytes; CLASSES: none has. */
static int class_for(size_t n) {
  int class = 0;
  while (class < CLASSES && bytes_of(class) < n)
    class ++;
  return class;
}

static int most_of(int class) {
  size_t fit = KEPT_BYTES / bytes_of(class);
  return fit < KEPT ? (int)fit : KEPT;
}

struct upcr_scratch upcr_scratch_new(size_t n) {
  int class = class_for(n);
  if (class == CLASSES)
    return (struct upcr_scratch){upcr_alloc_own(n, UPCR_HEAP_LINE), n};
  struct kept *k = &kept[class];
  upcr_pts_t piece = k->pieces > 0 ? k->piece[--k->pieces] : upcr_alloc_own(bytes_of(class), UPCR_HEAP_LINE);
  return (struct upcr_scratch){piece, bytes_of(class)};
}

void upcr_scratch_free(struct upcr_scratch scratch) {
  int class = class_for(scratch.n);
  if (class < CLASSES && kept[class].pieces < most_of(class))
    kept[class].piece[kept[class].pieces++] = scratch.at;
  else
    upcr_free_shared(scratch.at, "a team's operation");
}
