/* Gather by posts, which the destination's thread reads. */
#include "../algorithms.h"
#include "../edge.h"
#include "../post.h"

static void give(const struct upcr_call *call) {
  upcr_post_fill(call, upcr_reach(upcr_part(call->src, upcr_self.mythread, 0)), call->nbytes);
  upcr_post_to(call, call->root);
}

static void collect(const struct upcr_call *call) {
  for (int k = 0; k < upcr_self.threads; k++) {
    int from = upcr_after(k);
    upcr_pts_t to = call->dst + (size_t)from * call->nbytes;
    if (k == 0)
      upcr_move(to, upcr_part(call->src, from, 0), call->nbytes);
    else
      upcr_post_take(to, upcr_post_read(call, from, call->nbytes), call->nbytes);
  }
}

void upcr_gather_post(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  upcr_post_sync_in(call);
  if (upcr_self.mythread == call->root)
    collect(call);
  else
    give(call);
  upcr_post_sync_out_of(call, call->root);
}
