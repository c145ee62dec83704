/* Permute of two threads of which one copies the blocks of both. Most permutations move something: it fetches what it would read
 * and write of the other's. */
#include "../algorithms.h"
#include "../pair.h"
#include "permutation.h"

void upcr_permute_served(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  if (upcr_self.mythread == call->root) {
    int other = 1 - upcr_self.mythread;
    upcr_expect(upcr_part(call->src, other, 0), call->nbytes);
    upcr_expect_to_write(upcr_part(call->dst, other, 0), call->nbytes);
  }
  if (!upcr_pair_serves(call))
    return;
  for (int from = 0; from < 2; from++)
    upcr_move(upcr_part(call->dst, upcr_permutation_target_of(call, from), 0), upcr_part(call->src, from, 0),
              call->nbytes);
  upcr_pair_done(call);
}
