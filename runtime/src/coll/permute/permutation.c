#include "permutation.h"

#include "../../base/log.h"

int upcr_permutation_target(const struct upcr_call *call) {
  int me = upcr_self.mythread, to = upcr_get_i32(upcr_add1(call->perm, me, sizeof(int)));
  if (to < 0 || to >= upcr_self.threads)
    upcr_fatal("upc_all_permute: perm[%d] is %d, no thread of %d (UPC 7.4.2.6)", me, to, upcr_self.threads);
  return to;
}
