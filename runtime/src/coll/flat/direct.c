/* Flat form between two synchronisations of all threads: every thread copies the blocks that it is given, which it has fetched while
 * it waited. */
#include "../algorithms.h"
#include "../words.h"
#include "block.h"

/* The source's thread copies to its own part what the others read. In the sizes that they fetch ahead they would take the lines away
 * before it comes to them, and it would fetch each back: they wait until it has begun. */
static void let_source_begin(const struct upcr_call *call) {
  if (upcr_self.mythread != call->root)
    upcr_wait_signal(call, call->root);
  else
    for (int k = 1; k < upcr_self.threads; k++)
      upcr_signal(call, upcr_after(k));
}

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
  if (call->which == UPCR_ALL_BROADCAST && upcr_fetches_ahead(call->nbytes) && !upcr_reads_apart(call))
    let_source_begin(call);
  for (int k = 0; k < givers.count; k++) {
    upcr_move_block(call, upcr_block_between(call, upcr_peer(givers, upcr_after, k), me));
  }
  upcr_direct_end(call);
}
