/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers between lists of pieces: each with its length (vlist), or all of one length (ilist). */
#include "pieces.h"

struct shared_vector {
  upcr_ppts_t addr;
  size_t len;
};

struct private_vector {
  void *addr;
  size_t len;
};

static struct upcr_piece shared_vector_at(const struct upcr_side *side, size_t i) {
  const struct shared_vector *v = (const struct shared_vector *)side->list + i;
  return (struct upcr_piece){0, v->addr.p, v->len};
}

static struct upcr_piece private_vector_at(const struct upcr_side *side, size_t i) {
  const struct private_vector *v = (const struct private_vector *)side->list + i;
  return (struct upcr_piece){v->addr, 0, v->len};
}

static struct upcr_piece shared_address_at(const struct upcr_side *side, size_t i) {
  return (struct upcr_piece){0, ((const upcr_ppts_t *)side->list)[i].p, side->length};
}

static struct upcr_piece private_address_at(const struct upcr_side *side, size_t i) {
  return (struct upcr_piece){((char *const *)side->list)[i], 0, side->length};
}

#define SHARED_VECTORS(n, vectors)                                                                 \
  { .at = shared_vector_at, .count = n, .list = vectors }
#define PRIVATE_VECTORS(n, vectors)                                                                \
  { .at = private_vector_at, .count = n, .list = vectors }
#define SHARED_ADDRESSES(n, addresses, bytes)                                                      \
  { .at = shared_address_at, .count = n, .length = bytes, .list = addresses }
#define PRIVATE_ADDRESSES(n, addresses, bytes)                                                     \
  { .at = private_address_at, .count = n, .length = bytes, .list = addresses }

#define VLIST(direction, DST, SRC, dst_type, src_type)                                             \
  UPCR_TRANSFER(direction##_vlist, DST(dcount, dst), SRC(scount, src), size_t dcount,              \
                const dst_type *dst, size_t scount, const src_type *src)
VLIST(memcpy, SHARED_VECTORS, SHARED_VECTORS, struct shared_vector, struct shared_vector)
VLIST(memget, PRIVATE_VECTORS, SHARED_VECTORS, struct private_vector, struct shared_vector)
VLIST(memput, SHARED_VECTORS, PRIVATE_VECTORS, struct shared_vector, struct private_vector)

#define ILIST(direction, DST, SRC, dst_type, src_type)                                             \
  UPCR_TRANSFER(direction##_ilist, DST(dcount, dst, dlen), SRC(scount, src, slen), size_t dcount,  \
                dst_type const *dst, size_t dlen, size_t scount, src_type const *src, size_t slen)
ILIST(memcpy, SHARED_ADDRESSES, SHARED_ADDRESSES, upcr_ppts_t, upcr_ppts_t)
ILIST(memget, PRIVATE_ADDRESSES, SHARED_ADDRESSES, void *, upcr_ppts_t)
ILIST(memput, SHARED_ADDRESSES, PRIVATE_ADDRESSES, upcr_ppts_t, const void *)
