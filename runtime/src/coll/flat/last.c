/* Flat form in which the last thread to enter copies the blocks of all. */
#include "../algorithms.h"
#include "../last.h"
#include "block.h"

static void copy(const struct upcr_call *call, int from, int to) {
  struct upcr_block block = upcr_block_between(call, from, to);
  upcr_move(block.dst, block.src, call->nbytes);
}

static void copy_to_all(const struct upcr_call *call, int from) {
  for (int to = 0; to < upcr_self.threads; to++)
    copy(call, from, to);
}

static void copy_all(const struct upcr_call *call) {
  bool has_root = call->which == UPCR_ALL_BROADCAST || call->which == UPCR_ALL_SCATTER;
  for (int from = 0; from < upcr_self.threads; from++)
    if (call->which == UPCR_ALL_GATHER)
      copy(call, from, call->root);
    else if (!has_root || from == call->root)
      copy_to_all(call, from);
}

void upcr_flat_last(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  upcr_last_serves(call, copy_all);
}
