/* Gather to all by posts: every thread reads those of all others. */
#include "../algorithms.h"
#include "../edge.h"
#include "../post.h"

static upcr_pts_t block(const struct upcr_call *call, int from) {
  return upcr_part(call->dst, upcr_self.mythread, (size_t)from * call->nbytes);
}

void upcr_gather_all_post(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread;
  upcr_pts_t own = upcr_part(call->src, me, 0);
  (void)algorithm;
  upcr_post_sync_in(call);
  upcr_post_fill(call, upcr_reach(own), call->nbytes);
  upcr_post_all(call);
  upcr_move(block(call, me), own, call->nbytes);
  for (int k = 1; k < upcr_self.threads; k++) {
    int from = upcr_after(k);
    upcr_post_take(block(call, from), upcr_post_read(call, from, call->nbytes), call->nbytes);
  }
  upcr_post_sync_out(call);
}
