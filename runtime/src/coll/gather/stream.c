/* Gather by a post of each thread for each fragment of its block. */
#include "../algorithms.h"
#include "../edge.h"
#include "../stream.h"

static void give(const struct upcr_call *call, size_t at, size_t n) {
  upcr_post_fill(call, upcr_reach(upcr_part(call->src, upcr_self.mythread, at)), n);
  upcr_post_to(call, call->root);
}

static void collect(const struct upcr_call *call, size_t at, size_t n) {
  for (int k = 0; k < upcr_self.threads; k++) {
    int from = upcr_after(k);
    upcr_pts_t to = call->dst + (size_t)from * call->nbytes + at;
    if (k == 0)
      upcr_move(to, upcr_part(call->src, from, at), n);
    else
      upcr_post_take(to, upcr_post_read(call, from, n), n);
  }
}

static void fragment(const struct upcr_call *call, size_t at, size_t n, void *none) {
  (void)none;
  if (upcr_self.mythread == call->root)
    collect(call, at, n);
  else
    give(call, at, n);
}

void upcr_gather_stream(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  upcr_stream(call, upcr_stream_fragment(algorithm, 1), fragment, 0);
}
