/* Flat form of two threads of which one copies the blocks of both. While it waits for the other it fetches what it will read and
 * write of the other's. */
#include "../algorithms.h"
#include "../pair.h"
#include "block.h"

static void expect_blocks(const struct upcr_call *call) {
  int me = upcr_self.mythread, other = 1 - me;
  if (upcr_has_block(call, other, me))
    upcr_expect(upcr_block_between(call, other, me).src, call->nbytes);
  if (upcr_has_block(call, me, other))
    upcr_expect_to_write(upcr_block_between(call, me, other).dst, call->nbytes);
}

static void copy_blocks(const struct upcr_call *call) {
  for (int from = 0; from < 2; from++)
    for (int to = 0; to < 2; to++)
      if (upcr_has_block(call, from, to)) {
        struct upcr_block block = upcr_block_between(call, from, to);
        upcr_move(block.dst, block.src, call->nbytes);
      }
}

void upcr_flat_served(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  if (upcr_self.mythread == call->root)
    expect_blocks(call);
  if (!upcr_pair_serves(call))
    return;
  copy_blocks(call);
  upcr_pair_done(call);
}
