/* Broadcast by a post: the source's thread writes the data once, beside the word that announces them. */
#include "../algorithms.h"
#include "../edge.h"
#include "../post.h"

/* The source's own part is done before the post, which so says both. */
static void give(const struct upcr_call *call) {
  upcr_post_sync_in_at(call, call->root);
  upcr_post_fill(call, upcr_reach(call->src), call->nbytes);
  upcr_move(upcr_part(call->dst, call->root, 0), call->src, call->nbytes);
  upcr_post_all(call);
}

static void take(const struct upcr_call *call) {
  upcr_post_sync_in_at(call, call->root);
  const void *post = upcr_post_read(call, call->root, call->nbytes);
  upcr_post_take(upcr_part(call->dst, upcr_self.mythread, 0), post, call->nbytes);
}

void upcr_broadcast_post(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  if (upcr_self.mythread == call->root)
    give(call);
  else
    take(call);
  upcr_post_sync_out_but(call, call->root);
}
