#include "extent.h"

#include "../base/log.h"
#include "../check/check.h"
#include "reduce/reduction.h"

void upcr_extents_check(const struct upcr_call *call, struct upcr_extent src, struct upcr_extent dst,
                        const char *names) {
  upcr_check_bytes(src.start, src.nbytes, "read");
  upcr_check_bytes(dst.start, dst.nbytes, "write");
  unsigned long common = upcr_check_overlap(src.start, src.nbytes, dst.start, dst.nbytes);
  if (common != 0)
    upcr_fatal("%s: %s overlap by %lu bytes on thread %lu (UPC 7.4)", upcr_collective_name(call->which), names, common,
               upcr_thread(dst.start));
}

/* How many of the elements 0 to end - 1 of an array that starts on rank 0, phase 0, lie on a rank. */
static size_t below(size_t end, size_t block, size_t rank) {
  size_t row = block * (size_t)upcr_self.threads, rest = end % row, before = block * rank;
  size_t last = rest <= before ? 0 : rest - before;
  return end / row * block + (last < block ? last : block);
}

/* Seen from the start of the first element's block, the elements are `phase` to `phase + nelems - 1`. */
struct upcr_extent upcr_extent_of_elements(const struct upcr_reduction *r, upcr_ppts_t array) {
  size_t threads = (size_t)upcr_self.threads, size = r->type->size, block = r->blk_size;
  size_t rank = ((size_t)upcr_self.mythread + threads - upcr_thread(array.p)) % threads;
  if (block == 0)
    return (struct upcr_extent){array.p, rank == 0 ? r->nelems * size : 0};
  size_t count = below(array.phase + r->nelems, block, rank) - below(array.phase, block, rank);
  long first = rank == 0 ? 0 : (long)(rank * block - array.phase);
  return (struct upcr_extent){upcr_addb(array, first, block, size).p, count * size};
}
