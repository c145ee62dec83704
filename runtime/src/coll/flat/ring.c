/* Scatter and gather where the root deals with one thread after the other, round the threads from itself on.
 *
 * With tokens the others copy, each when it has one; else the root does, when a thread says that it is ready. */
#include "../algorithms.h"
#include "../token.h"
#include "block.h"

static struct upcr_block block_of(const struct upcr_call *call, int thread) {
  return call->which == UPCR_ALL_SCATTER ? upcr_block_between(call, call->root, thread)
                                         : upcr_block_between(call, thread, call->root);
}

static void move_block(const struct upcr_call *call, int thread) {
  struct upcr_block block = block_of(call, thread);
  upcr_move(block.dst, block.src, call->nbytes);
}

static void let_others_copy(const struct upcr_call *call) {
  for (int k = 1; k < upcr_self.threads; k++)
    upcr_allow(call, upcr_after(k));
  move_block(call, call->root);
  for (int k = 1; k < upcr_self.threads; k++)
    upcr_await_report(call, upcr_after(k));
}

void upcr_ring_of_tokens(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct upcr_block own = block_of(call, upcr_self.mythread);
  if (upcr_self.mythread == call->root) {
    let_others_copy(call);
    return;
  }
  upcr_await_allowed(call, call->root);
  upcr_token_move(call, algorithm->parameter, own.dst, own.src);
  upcr_report(call, call->root);
}

void upcr_ring_of_root(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  if (upcr_self.mythread != call->root) {
    upcr_signal(call, call->root);
    upcr_await_report(call, call->root);
    return;
  }
  move_block(call, call->root);
  for (int k = 1; k < upcr_self.threads; k++) {
    upcr_wait_signal(call, upcr_after(k));
    move_block(call, upcr_after(k));
    upcr_report(call, upcr_after(k));
  }
}
