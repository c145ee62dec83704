#include "posts.h"

#include <stdbool.h>
#include <string.h>

#include "../edge.h"

/* The others look for the target of a block that stays where it is too. */
void upcr_permute_give(const struct upcr_call *call, int to) {
  int me = upcr_self.mythread;
  upcr_pts_t src = upcr_part(call->src, me, 0);
  char *post = upcr_post_begin(call, UPCR_PERMUTE_HEAD + call->nbytes);
  memcpy(post, &to, sizeof to);
  if (to != me)
    memcpy(post + UPCR_PERMUTE_HEAD, upcr_reach(src), call->nbytes);
  upcr_post_all(call);
  if (to == me)
    upcr_move(upcr_part(call->dst, me, 0), src, call->nbytes);
}

/* Takes the block of `giver` if it is for the caller. */
static bool take_from(const struct upcr_call *call, int giver) {
  const char *post = upcr_post_read(call, giver, UPCR_PERMUTE_HEAD + call->nbytes);
  int to;
  memcpy(&to, post, sizeof to);
  if (to != upcr_self.mythread)
    return false;
  upcr_post_take(upcr_part(call->dst, to, 0), post + UPCR_PERMUTE_HEAD, call->nbytes);
  return true;
}

/* A thread reads posts until it finds the one for it: those of an index that is no permutation may have none. It begins with the thread
 * that had it in the call, or fragment, before: where that has it again, the thread waits for no other, and in a loop those ahead of it
 * may go on. */
void upcr_permute_take(const struct upcr_call *call, int to) {
  static UPCR_PER_THREAD int last; /* how far after the caller the last giver was; 0: there was none */
  if (to == upcr_self.mythread || (last > 0 && take_from(call, upcr_after(last))))
    return;
  for (int k = 1; k < upcr_self.threads; k++)
    if (k != last && take_from(call, upcr_after(k))) {
      last = k;
      return;
    }
}
