#include "permutation.h"

#include "../../base/log.h"
#include "../../check/check.h"

static int target(const struct upcr_call *call, int thread) {
  int to;
  upcr_getb(&to, upcr_add1(call->perm, thread, sizeof to), sizeof to);
  return to;
}

/* Under MYSYNC the elements of threads that have not entered may not be read. */
static void check_unique(const struct upcr_call *call, int thread, int to) {
  for (int t = 0; t < thread && call->in != UPCR_MYSYNC; t++)
    if (target(call, t) == to)
      upcr_fatal("upc_all_permute: perm[%d] and perm[%d] are both %d, perm is no permutation (UPC 7.4.2.6)", t, thread,
                 to);
}

int upcr_permutation_target_of(const struct upcr_call *call, int thread) {
  int to = target(call, thread);
  if (to < 0 || to >= upcr_self.threads)
    upcr_fatal("upc_all_permute: perm[%d] is %d, no thread of %d (UPC 7.4.2.6)", thread, to, upcr_self.threads);
  if (upcr_check_on())
    check_unique(call, thread, to);
  return to;
}

int upcr_permutation_target(const struct upcr_call *call) {
  return upcr_permutation_target_of(call, upcr_self.mythread);
}

int upcr_permutation_source(const struct upcr_call *call) {
  int source = -1, me = upcr_self.mythread;
  for (int t = 0; t < upcr_self.threads; t++) {
    if (target(call, t) != me)
      continue;
    if (source >= 0)
      upcr_fatal("upc_all_permute: perm[%d] and perm[%d] are both %d, perm is no permutation (UPC 7.4.2.6)", source, t,
                 me);
    source = t;
  }
  if (source < 0)
    upcr_fatal("upc_all_permute: no element of perm is %d, perm is no permutation (UPC 7.4.2.6)", me);
  return source;
}
