/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers of chunks at equal distances (fstrided), and of boxes of several dimensions
 * (strided). */
#include "pieces.h"

static struct upcr_piece moved(struct upcr_piece start, size_t bytes) {
  if (start.local)
    start.local += bytes;
  else
    start.shared += bytes;
  return start;
}

static struct upcr_piece chunk_at(const struct upcr_side *side, size_t i) {
  return moved(side->start, i * side->stride);
}

/* The first dimension varies fastest, as in memory. */
static struct upcr_piece row_at(const struct upcr_side *side, size_t i) {
  size_t offset = 0;
  for (size_t k = 0; k < side->levels; k++) {
    offset += i % side->counts[k + 1] * side->strides[k];
    i /= side->counts[k + 1];
  }
  return moved(side->start, offset);
}

static size_t rows(const size_t *counts, size_t levels) {
  size_t n = 1;
  for (size_t k = 1; k <= levels; k++)
    n *= counts[k];
  return n;
}

#define SHARED(pointer, bytes)                                                                     \
  { 0, (pointer).p, bytes }
#define PRIVATE(pointer, bytes)                                                                    \
  { (char *)(pointer), 0, bytes }

#define CHUNKS(WHERE, pointer, bytes, distance, n)                                                 \
  { .at = chunk_at, .count = n, .start = WHERE(pointer, bytes), .stride = distance }
#define FSTRIDED(direction, DST, SRC, dst_type, src_type)                                          \
  UPCR_TRANSFER(direction##_fstrided, CHUNKS(DST, dst, dlen, dstride, dcount),                     \
                CHUNKS(SRC, src, slen, sstride, scount), dst_type dst, size_t dlen,                \
                size_t dstride, size_t dcount, src_type src, size_t slen, size_t sstride,          \
                size_t scount)
FSTRIDED(memcpy, SHARED, SHARED, upcr_ppts_t, upcr_ppts_t)
FSTRIDED(memget, PRIVATE, SHARED, void *, upcr_ppts_t)
FSTRIDED(memput, SHARED, PRIVATE, upcr_ppts_t, const void *)

#define BOX(WHERE, pointer, distances)                                                             \
  {                                                                                                \
    .at = row_at, .count = rows(count, levels), .start = WHERE(pointer, count[0]),                 \
    .strides = distances, .counts = count, .levels = levels                                        \
  }
#define STRIDED(direction, DST, SRC, dst_type, src_type)                                           \
  UPCR_TRANSFER(direction##_strided, BOX(DST, dst, dstrides), BOX(SRC, src, sstrides),             \
                dst_type dst, const size_t *dstrides, src_type src, const size_t *sstrides,        \
                const size_t *count, size_t levels)
STRIDED(memcpy, SHARED, SHARED, upcr_ppts_t, upcr_ppts_t)
STRIDED(memget, PRIVATE, SHARED, void *, upcr_ppts_t)
STRIDED(memput, SHARED, PRIVATE, upcr_ppts_t, const void *)
