#include "token.h"

#include "edge.h"
#include "topology.h"

static void pass_on(const struct upcr_call *call, int rank, int tokens) {
  if (rank + tokens < upcr_self.threads)
    upcr_signal(call, (call->root + rank + tokens) % upcr_self.threads);
}

static bool on_node_of_root(const struct upcr_call *call) {
  const struct upcr_places *places = upcr_topology();
  return places->node_of[upcr_self.mythread] == places->node_of[call->root];
}

void upcr_token_move(const struct upcr_call *call, int tokens, upcr_pts_t dst, upcr_pts_t src) {
  int threads = upcr_self.threads, rank = (upcr_self.mythread - call->root + threads) % threads;
  size_t n = call->nbytes, first = n > UPCR_TOKEN_BYTES && !on_node_of_root(call) ? n - UPCR_TOKEN_BYTES : 0;
  if (rank > tokens)
    upcr_wait_signal(call, (call->root + rank - tokens) % threads);
  upcr_move(dst, src, first);
  pass_on(call, rank, tokens);
  upcr_move(dst + first, src + first, n - first);
}
