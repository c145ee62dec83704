/* Flat form between two synchronisations of all threads: every thread copies the blocks that it is given, which it has fetched while
 * it waited. */
#include "../algorithms.h"
#include "../words.h"
#include "block.h"

void upcr_flat_direct(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_peers givers = upcr_givers(call);
  int me = upcr_self.mythread;
  (void)algorithm;
  for (int k = 0; k < givers.count; k++) {
    int from = upcr_peer(givers, upcr_after, k);
    if (from != me)
      upcr_expect(upcr_block_between(call, from, me).src, call->nbytes);
  }
  upcr_direct_begin(call);
  for (int k = 0; k < givers.count; k++) {
    struct upcr_block block = upcr_block_between(call, upcr_peer(givers, upcr_after, k), me);
    upcr_move(block.dst, block.src, call->nbytes);
  }
  upcr_direct_end(call);
}
