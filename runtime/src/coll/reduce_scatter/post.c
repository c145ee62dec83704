/* Reduce and scatter by posts of all vectors, of which every thread folds its slice. */
#include <string.h>

#include "../algorithms.h"
#include "../edge.h"
#include "../post.h"
#include "../reduce/reduction.h"

void upcr_reduce_scatter_post(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_reduction *r = call->reduction;
  int me = upcr_self.mythread;
  size_t all = call->nbytes * (size_t)upcr_self.threads, at = (size_t)me * call->nbytes;
  char *to = upcr_reach(upcr_part(call->dst, me, 0));
  (void)algorithm;
  upcr_post_sync_in(call);
  upcr_post_fill(call, upcr_reach(upcr_part(call->src, me, 0)), all);
  upcr_post_all(call);
  memcpy(to, (const char *)upcr_post_read(call, 0, all) + at, call->nbytes);
  for (int t = 1; t < upcr_self.threads; t++)
    r->type->combine(r, to, (const char *)upcr_post_read(call, t, all) + at, r->nelems);
  upcr_post_sync_out(call);
}
