/* Reduce vectors by a post of each thread. */
#include "../algorithms.h"
#include "../post.h"
#include "posts.h"

void upcr_reduce_vector_post(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  upcr_post_sync_in(call);
  upcr_reduce_vector_by_posts(call, 0, call->nbytes);
  upcr_post_sync_out_of(call, call->root);
}
