/* Permute in which the last thread to enter copies the blocks of all. */
#include "../algorithms.h"
#include "../edge.h"
#include "../last.h"
#include "permutation.h"

static void copy_all(const struct upcr_call *call) {
  for (int from = 0; from < upcr_self.threads; from++)
    upcr_move(upcr_part(call->dst, upcr_permutation_target_of(call, from), 0), upcr_part(call->src, from, 0),
              call->nbytes);
}

void upcr_permute_last(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  upcr_last_serves(call, copy_all);
}
