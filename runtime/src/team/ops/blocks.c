#include "../../core/barrier.h"
#include "ops.h"

size_t upcr_blocks_end(const struct upcr_blocks *b, int size) {
  size_t end = 0;
  if (!b->nbytes)
    return b->each * (size_t)size;
  for (int r = 0; r < size; r++)
    if (b->nbytes[r] && b->at[r] + b->nbytes[r] > end)
      end = b->at[r] + b->nbytes[r];
  return end;
}

uint32_t upcr_blocks_digest(const struct upcr_blocks *b, int size, uint32_t digest) {
  for (int r = 0; r < size; r++)
    digest = upcr_digest(upcr_digest(digest, b->nbytes[r]), b->at[r]);
  return digest;
}
