/* Scatter by a post of all blocks, of which every thread reads its own. */
#include <string.h>

#include "../algorithms.h"
#include "../edge.h"
#include "../post.h"

/* The source's own part is done before the post, which so says both. */
static void give(const struct upcr_call *call) {
  size_t all = call->nbytes * (size_t)upcr_self.threads;
  upcr_post_sync_in_at(call, call->root);
  void *post = upcr_post_begin(call, all);
  memcpy(post, upcr_reach(call->src), all);
  upcr_move(upcr_part(call->dst, call->root, 0), call->src + (size_t)call->root * call->nbytes, call->nbytes);
  upcr_post_all(call);
}

static void take(const struct upcr_call *call) {
  size_t all = call->nbytes * (size_t)upcr_self.threads;
  upcr_post_sync_in_at(call, call->root);
  const char *post = upcr_post_read(call, call->root, all);
  upcr_putb(upcr_part(call->dst, upcr_self.mythread, 0), post + (size_t)upcr_self.mythread * call->nbytes,
            call->nbytes);
}

void upcr_scatter_post(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  if (upcr_self.mythread == call->root)
    give(call);
  else
    take(call);
  upcr_post_sync_out_but(call, call->root);
}
