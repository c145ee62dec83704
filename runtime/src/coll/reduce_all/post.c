/* Reduce to all by posts: every thread posts its vector and folds those of all, in the same order, so that all get the same. */
#include <string.h>

#include "../algorithms.h"
#include "../edge.h"
#include "../post.h"
#include "../reduce/reduction.h"

void upcr_reduce_all_post(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_reduction *r = call->reduction;
  int me = upcr_self.mythread;
  char *to = upcr_reach(upcr_part(call->dst, me, 0));
  (void)algorithm;
  upcr_post_sync_in(call);
  upcr_post_fill(call, upcr_reach(upcr_part(call->src, me, 0)), call->nbytes);
  upcr_post_all(call);
  memcpy(to, upcr_post_read(call, 0, call->nbytes), call->nbytes);
  for (int t = 1; t < upcr_self.threads; t++)
    r->type->combine(r, to, upcr_post_read(call, t, call->nbytes), r->nelems);
  upcr_post_sync_out(call);
}
