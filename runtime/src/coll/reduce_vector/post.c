/* Reduce vectors by posts: every thread posts its own, and the thread of dst folds them in order. */
#include <string.h>

#include "../algorithms.h"
#include "../edge.h"
#include "../post.h"
#include "../reduce/reduction.h"

static void give(const struct upcr_call *call) {
  upcr_post_fill(call, upcr_reach(upcr_part(call->src, upcr_self.mythread, 0)), call->nbytes);
  upcr_post_to(call, call->root);
}

/* dst may be the thread's own vector, so that is put aside. */
static void fold(const struct upcr_call *call) {
  _Alignas(16) char own[UPCR_POST_MAX];
  const struct upcr_reduction *r = call->reduction;
  char *to = upcr_reach(call->dst);
  memcpy(own, upcr_reach(upcr_part(call->src, call->root, 0)), call->nbytes);
  for (int t = 0; t < upcr_self.threads; t++) {
    const void *vector = t == call->root ? own : upcr_post_read(call, t, call->nbytes);
    if (t == 0)
      memcpy(to, vector, call->nbytes);
    else
      r->type->combine(r, to, vector, r->nelems);
  }
}

void upcr_reduce_vector_post(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  upcr_post_sync_in(call);
  if (upcr_self.mythread == call->root)
    fold(call);
  else
    give(call);
  upcr_post_sync_out_of(call, call->root);
}
