/* Scatter by a post of all others' blocks, of which every thread reads its own. */
#include "../algorithms.h"
#include "../edge.h"
#include "../post.h"

static size_t bytes(const struct upcr_call *call) { return call->nbytes * (size_t)(upcr_self.threads - 1); }

/* The source's own part is done before the post, which so says both. */
static void give(const struct upcr_call *call) {
  upcr_post_sync_in_at(call, call->root);
  upcr_post_blocks(call, upcr_post_begin(call, bytes(call)), upcr_reach(call->src));
  upcr_move(upcr_part(call->dst, call->root, 0), call->src + (size_t)call->root * call->nbytes, call->nbytes);
  upcr_post_all(call);
}

static void take(const struct upcr_call *call) {
  upcr_post_sync_in_at(call, call->root);
  const char *post = upcr_post_read(call, call->root, bytes(call));
  upcr_post_take(upcr_part(call->dst, upcr_self.mythread, 0), post + upcr_post_block(call, call->root), call->nbytes);
}

void upcr_scatter_post(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  if (upcr_self.mythread == call->root)
    give(call);
  else
    take(call);
  upcr_post_sync_out_but(call, call->root);
}
