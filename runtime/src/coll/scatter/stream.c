/* Scatter by a post for each fragment of all blocks. */
#include "../algorithms.h"
#include "../edge.h"
#include "../stream.h"

/* Where the fragment of `thread` is in a post: those of all but the root, in order. */
static size_t place(const struct upcr_call *call, int thread, size_t n) {
  return (size_t)(thread - (thread > call->root)) * n;
}

static void give(const struct upcr_call *call, size_t at, size_t n) {
  char *post = upcr_post_begin(call, (size_t)(upcr_self.threads - 1) * n);
  for (int t = 0; t < upcr_self.threads; t++) {
    upcr_pts_t from = call->src + (size_t)t * call->nbytes + at;
    if (t == call->root)
      upcr_move(upcr_part(call->dst, t, at), from, n);
    else
      upcr_post_put(post + place(call, t, n), upcr_reach(from), n);
  }
  upcr_post_all(call);
}

static void take(const struct upcr_call *call, size_t at, size_t n) {
  const char *post = upcr_post_read(call, call->root, (size_t)(upcr_self.threads - 1) * n);
  upcr_post_take(upcr_part(call->dst, upcr_self.mythread, at), post + place(call, upcr_self.mythread, n), n);
}

static void fragment(const struct upcr_call *call, size_t at, size_t n, void *none) {
  (void)none;
  if (upcr_self.mythread == call->root)
    give(call, at, n);
  else
    take(call, at, n);
}

void upcr_scatter_stream(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  upcr_stream(call, upcr_stream_fragment(algorithm, upcr_self.threads - 1), fragment, 0);
}
