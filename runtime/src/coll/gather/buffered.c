/* Gather through a buffer of the root with room for every block (GMTU, 5.3.3): all put theirs at once, and the root
 * copies each out when it has come. */
#include "../algorithms.h"
#include "../buffer.h"
#include "../edge.h"

static void collect(const struct upcr_call *call) {
  size_t n = call->nbytes;
  upcr_pts_t buffer = upcr_buffer();
  for (int k = 1; k < upcr_self.threads; k++) {
    upcr_pts_t slot = buffer + (size_t)upcr_after(k) * n;
    upcr_send_letter(call, upcr_after(k), &slot, sizeof slot);
  }
  upcr_move(call->dst + (size_t)call->root * n, upcr_part(call->src, call->root, 0), n);
  for (int k = 1; k < upcr_self.threads; k++) {
    size_t at = (size_t)upcr_after(k) * n;
    upcr_wait_signal(call, upcr_after(k));
    upcr_move(call->dst + at, buffer + at, n);
  }
}

void upcr_gather_buffered(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  upcr_pts_t slot;
  if (upcr_self.mythread == call->root)
    collect(call);
  else {
    upcr_take_letter(call, call->root, &slot, sizeof slot);
    upcr_move(slot, upcr_part(call->src, upcr_self.mythread, 0), call->nbytes);
    upcr_signal(call, call->root);
  }
  upcr_buffer_done(algorithm);
}
