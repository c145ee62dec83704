#include "buffer.h"

#include "../base/atomics.h"
#include "../base/log.h"
#include "../core/alloc.h"

static UPCR_PER_THREAD upcr_pts_t buffer;
static UPCR_PER_THREAD size_t room;

static void give_back(void) {
  if (buffer)
    upcr_free_shared(buffer, "a collective");
  buffer = 0;
  room = 0;
}

upcr_pts_t upcr_buffer(const struct upcr_call *call, size_t n) {
  if (n <= room)
    return n ? buffer : 0;
  give_back();
  buffer = upcr_alloc_own(n, 64);
  if (!buffer)
    upcr_fatal("%s: no room for a buffer of %zu bytes in the shared heap: make it larger with upcrun -shared-heap, or "
               "choose an algorithm without buffers with UPC_COLL",
               upcr_collective_name(call->which), n);
  room = n;
  return buffer;
}

void upcr_buffer_done(void) {
  if (room > UPCR_BUFFER_KEPT)
    give_back();
}
