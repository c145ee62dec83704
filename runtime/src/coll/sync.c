#include "sync.h"

#include <upc_types.h>

#include "../base/log.h"
#include "../core/barrier.h"

enum {
  IN_MODES = UPC_IN_ALLSYNC | UPC_IN_MYSYNC | UPC_IN_NOSYNC,
  OUT_MODES = UPC_OUT_ALLSYNC | UPC_OUT_MYSYNC | UPC_OUT_NOSYNC
};

static int more_than_one(int bits) { return (bits & (bits - 1)) != 0; }

void upcr_coll_step(void) { upcr_collective_barrier(UPCR_ALL_DATA); }

void upcr_coll_enter(int flags, const char *what) {
  if ((flags & ~(IN_MODES | OUT_MODES)) || more_than_one(flags & IN_MODES) || more_than_one(flags & OUT_MODES))
    upcr_fatal("%s: flags %#x are not one UPC_IN_ and one UPC_OUT_ mode (UPC 7.3.4)", what, (unsigned)flags);
  if (!(flags & UPC_IN_NOSYNC)) /* MYSYNC is met by what ALLSYNC does */
    upcr_coll_step();
}

void upcr_coll_leave(int flags) {
  if (!(flags & UPC_OUT_NOSYNC))
    upcr_coll_step();
}
