/* Permute by posts that begin with their target. A thread reads posts until it finds the one for it: those of an index that is
 * no permutation may have none. It begins with the thread that had it in the call before: where that has it again, the thread waits for
 * no other, and in a loop those ahead of it may go on. */
#include <stdbool.h>
#include <string.h>

#include "../algorithms.h"
#include "../edge.h"
#include "../post.h"
#include "permutation.h"

static void give(const struct upcr_call *call, int to) {
  char *post = upcr_post_begin(call, sizeof to + call->nbytes);
  memcpy(post, &to, sizeof to);
  memcpy(post + sizeof to, upcr_reach(upcr_part(call->src, upcr_self.mythread, 0)), call->nbytes);
  upcr_post_all(call);
}

/* Takes the block of `giver` if it is for the caller. */
static bool take_from(const struct upcr_call *call, int giver) {
  const char *post = upcr_post_read(call, giver, sizeof(int) + call->nbytes);
  int to;
  memcpy(&to, post, sizeof to);
  if (to != upcr_self.mythread)
    return false;
  upcr_post_take(upcr_part(call->dst, to, 0), post + sizeof to, call->nbytes);
  return true;
}

static void take(const struct upcr_call *call) {
  static UPCR_PER_THREAD int last; /* how far after the caller the last giver was; 0: there was none */
  if (last > 0 && take_from(call, upcr_after(last)))
    return;
  for (int k = 1; k < upcr_self.threads; k++)
    if (k != last && take_from(call, upcr_after(k))) {
      last = k;
      return;
    }
}

void upcr_permute_post(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread;
  (void)algorithm;
  upcr_post_sync_in(call);
  int to = upcr_permutation_target(call);
  give(call, to);
  if (to == me)
    upcr_move(upcr_part(call->dst, me, 0), upcr_part(call->src, me, 0), call->nbytes);
  else
    take(call);
  upcr_post_sync_out(call);
}
