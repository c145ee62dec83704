/* SPDX-License-Identifier: Apache-2.0 */
#include "argument.h"

#include "../base/log.h"
#include "../check/check.h"

void upcr_argument_check(enum upcr_collective which, upcr_pts_t pointer, const char *name) {
  if (pointer == 0)
    upcr_fatal("%s: %s is a null pointer-to-shared", upcr_collective_name(which), name);
  if (upcr_thread(pointer) >= (unsigned long)upcr_self.threads)
    upcr_fatal(
        "%s: %s points to thread %lu, of %d threads (not initialised, or moved out of its object)",
        upcr_collective_name(which), name, upcr_thread(pointer), upcr_self.threads);
}

void upcr_argument_check_start(enum upcr_collective which, upcr_pts_t pointer, const char *name,
                               const char *rule) {
  upcr_argument_check(which, pointer, name);
  if (upcr_thread(pointer) != 0)
    upcr_fatal("%s: %s must point to thread 0%s, not to thread %lu", upcr_collective_name(which),
               name, rule, upcr_thread(pointer));
}

void upcr_extent_check(enum upcr_collective which, struct upcr_extent extent, const char *access) {
  upcr_check_bytes_of(upcr_collective_name(which), extent.start, extent.nbytes, access);
}

void upcr_extents_check(enum upcr_collective which, struct upcr_extent src, struct upcr_extent dst,
                        const char *names) {
  upcr_extent_check(which, src, "read");
  upcr_extent_check(which, dst, "write");
  unsigned long common = upcr_check_overlap(src.start, src.nbytes, dst.start, dst.nbytes);
  if (common != 0)
    upcr_fatal("%s: %s overlap by %lu bytes on thread %lu (UPC 7.4)", upcr_collective_name(which),
               names, common, upcr_thread(dst.start));
}

/* How many of the elements 0 to end - 1 of an array that starts on rank 0, phase 0, lie on a
 * rank. */
static size_t below(size_t end, size_t block, size_t rank) {
  size_t row = block * (size_t)upcr_self.threads, rest = end % row, before = block * rank;
  size_t last = rest <= before ? 0 : rest - before;
  return end / row * block + (last < block ? last : block);
}

/* Seen from the start of the first element's block, the elements are `phase` to `phase + count -
 * 1`. */
struct upcr_extent upcr_extent_of_elements(const struct upcr_elements *e) {
  size_t threads = (size_t)upcr_self.threads, block = e->block;
  size_t rank = ((size_t)upcr_self.mythread + threads - upcr_thread(e->start.p)) % threads;
  if (block == 0)
    return (struct upcr_extent){e->start.p, rank == 0 ? e->count * e->size : 0};
  size_t phase = e->start.phase,
         count = below(phase + e->count, block, rank) - below(phase, block, rank);
  long first = rank == 0 ? 0 : (long)(rank * block - phase);
  return (struct upcr_extent){upcr_addb(e->start, first, block, e->size).p, count * e->size};
}
