/* Gather from both ends of each block: its thread writes the beginning to where it belongs, the root reads the rest, so that both processors
 * move data at once, and the lines that cross do it in two streams. */
#include "../algorithms.h"
#include "../edge.h"
#include "../words.h"

enum {
  LINE = 64,
  EVEN_MOST = 128 << 10 /* larger blocks: the root's copy of its own leaves it less time for others' */
};

/* Bytes at the end of each block that the root reads: half of all, or a quarter, divided over the blocks. */
static size_t read_by_root(size_t n) {
  size_t share = n <= EVEN_MOST ? n / 2 : n / 4;
  return share / (size_t)(upcr_self.threads - 1) / LINE * LINE;
}

static upcr_pts_t place_of(const struct upcr_call *call, int from) { return call->dst + (size_t)from * call->nbytes; }

static void collect(const struct upcr_call *call, size_t rest) {
  size_t at = call->nbytes - rest;
  upcr_move(place_of(call, call->root), upcr_part(call->src, call->root, 0), call->nbytes);
  for (int k = 1; k < upcr_self.threads; k++)
    upcr_move(place_of(call, upcr_after(k)) + at, upcr_part(call->src, upcr_after(k), at), rest);
}

void upcr_gather_push_pull(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread;
  size_t rest = upcr_self.threads > 1 ? read_by_root(call->nbytes) : 0;
  (void)algorithm;
  upcr_direct_begin(call);
  if (me == call->root)
    collect(call, rest);
  else
    upcr_move(place_of(call, me), upcr_part(call->src, me, 0), call->nbytes - rest);
  upcr_direct_end(call);
}
