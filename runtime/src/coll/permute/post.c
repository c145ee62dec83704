/* Permute by a post of each thread. */
#include "../algorithms.h"
#include "permutation.h"
#include "posts.h"

void upcr_permute_post(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  upcr_post_sync_in(call);
  int to = upcr_permutation_target(call);
  upcr_permute_give(call, to);
  upcr_permute_take(call, to);
  upcr_post_sync_out(call);
}
