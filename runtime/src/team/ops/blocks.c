#include <stdlib.h>

#include "../../base/log.h"
#include "../../core/barrier.h"
#include "ops.h"

size_t upcr_blocks_end(const struct upcr_blocks *b, int size) {
  size_t end = 0;
  if (!b->vary)
    return b->each * (size_t)size;
  for (int r = 0; r < size; r++)
    if (b->nbytes[r] && b->at[r] + b->nbytes[r] > end)
      end = b->at[r] + b->nbytes[r];
  return end;
}

struct upcr_packed upcr_blocks_packed(const struct upcr_blocks *b, int size) {
  if (!b->vary)
    return (struct upcr_packed){.blocks = *b, .all = b->each * (size_t)size, .largest = b->each};
  struct upcr_packed packed = {.at = malloc((size_t)size * sizeof *packed.at)};
  if (!packed.at)
    upcr_fatal("no memory for the places of %d blocks", size);
  for (int r = 0; r < size; r++) {
    packed.at[r] = packed.all;
    packed.all += b->nbytes[r];
    if (b->nbytes[r] > packed.largest)
      packed.largest = b->nbytes[r];
  }
  packed.blocks = (struct upcr_blocks){.vary = true, .nbytes = b->nbytes, .at = packed.at};
  return packed;
}

uint32_t upcr_blocks_digest(const struct upcr_blocks *b, int size, uint32_t digest) {
  for (int r = 0; r < size; r++)
    digest = upcr_digest(upcr_digest(digest, b->nbytes[r]), b->at[r]);
  return digest;
}
