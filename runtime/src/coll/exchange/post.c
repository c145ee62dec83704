/* Exchange by posts: every thread posts all it gives to others, and reads its block of each. */
#include "../algorithms.h"
#include "../edge.h"
#include "../post.h"

static upcr_pts_t block(upcr_pts_t array, size_t n, int of) {
  return upcr_part(array, upcr_self.mythread, (size_t)of * n);
}

void upcr_exchange_post(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread;
  size_t n = call->nbytes, all = n * (size_t)(upcr_self.threads - 1);
  (void)algorithm;
  upcr_post_sync_in(call);
  upcr_post_blocks(call, upcr_post_begin(call, all), upcr_reach(upcr_part(call->src, me, 0)));
  upcr_post_all(call);
  upcr_move(block(call->dst, n, me), block(call->src, n, me), n);
  for (int k = 1; k < upcr_self.threads; k++) {
    int from = upcr_after(k);
    const char *theirs = upcr_post_read(call, from, all);
    upcr_post_take(block(call->dst, n, from), theirs + upcr_post_block(call, from), n);
  }
  upcr_post_sync_out(call);
}
