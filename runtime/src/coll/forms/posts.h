/* SPDX-License-Identifier: Apache-2.0 */
/* Posts of each thread's own memory, private or shared. */
#ifndef UPCR_COLL_FORMS_POSTS_H
#define UPCR_COLL_FORMS_POSTS_H

#include "../geometry.h"

/* What the caller gives, and where what it takes goes to: 0 where it gives, or takes, nothing. They
 * may be one, where what is given is all posted before the first byte is written. */
struct upcr_own_memory {
  char *dst;
  const char *src;
};

/* Serve a call of the geometry of call->which, with MYSYNC on both sides, from and to own memory;
 * all memory is mapped. Blocks: a relocalisation but permute. Vectors: each thread's result is of
 * those of the first `threads` threads, none for 0; the root's alone, of all. */
void upcr_post_own_blocks(const struct upcr_call *call, const struct upcr_own_memory *own);
void upcr_post_own_vectors(const struct upcr_call *call, const struct upcr_own_memory *own,
                           int threads);

#endif
