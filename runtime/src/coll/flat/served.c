/* Flat form of two threads of which one copies the blocks of both. While it waits for the other it fetches what it will read of the other's,
 * and a few lines that it will write there. Of more the other may still read what the call before left, and would fetch each line back:
 * those come when it has entered, while the server copies its own block. */
#include "../algorithms.h"
#include "../pair.h"
#include "block.h"

enum { WRITTEN_EARLY_MOST = 512 /* bytes of a block */ };

static void expect_source(const struct upcr_call *call) {
  int me = upcr_self.mythread, other = 1 - me;
  if (upcr_has_block(call, other, me))
    upcr_expect(upcr_block_between(call, other, me).src, call->nbytes);
}

static void expect_result(const struct upcr_call *call) {
  int me = upcr_self.mythread, other = 1 - me;
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
  bool early = call->nbytes <= WRITTEN_EARLY_MOST;
  (void)algorithm;
  if (upcr_self.mythread == call->root) {
    expect_source(call);
    if (early)
      expect_result(call);
  }
  if (!upcr_pair_serves(call))
    return;
  if (!early)
    expect_result(call);
  copy_blocks(call);
  upcr_pair_done(call);
}
