#include "sync.h"

#include <upc_types.h>

#include "../base/log.h"

enum {
  IN_MODES = UPC_IN_ALLSYNC | UPC_IN_MYSYNC | UPC_IN_NOSYNC,
  OUT_MODES = UPC_OUT_ALLSYNC | UPC_OUT_MYSYNC | UPC_OUT_NOSYNC
};

static int more_than_one(int bits) { return (bits & (bits - 1)) != 0; }

struct upcr_coll upcr_coll_call(enum upcr_collective which, int flags, upcr_ppts_t dst, upcr_ppts_t src, size_t size) {
  uint32_t digest = upcr_digest(upcr_digest(0, (unsigned)flags), dst.p);
  return (struct upcr_coll){which, flags, upcr_digest(upcr_digest(digest, src.p), size)};
}

void upcr_coll_step(const struct upcr_coll *call) { upcr_collective_barrier(call->which, call->arguments); }

void upcr_coll_enter(const struct upcr_coll *call) {
  int flags = call->flags;
  if ((flags & ~(IN_MODES | OUT_MODES)) || more_than_one(flags & IN_MODES) || more_than_one(flags & OUT_MODES))
    upcr_fatal("%s: flags %#x are not one UPC_IN_ and one UPC_OUT_ mode (UPC 7.3.4)", upcr_collective_name(call->which),
               (unsigned)flags);
  upcr_settle_far();
  if (!(flags & UPC_IN_NOSYNC)) /* MYSYNC is met by what ALLSYNC does */
    upcr_coll_step(call);
}

void upcr_coll_leave(const struct upcr_coll *call) {
  if (!(call->flags & UPC_OUT_NOSYNC))
    upcr_coll_step(call);
}
