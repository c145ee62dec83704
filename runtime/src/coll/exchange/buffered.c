/* Exchange through buffers with room for every block (GMTU, 5.3.5): a thread tells all where their blocks go, puts its
 * own where the others say, and copies out what comes. */
#include "../algorithms.h"
#include "../buffer.h"
#include "../edge.h"

static void put(const struct upcr_call *call, int to) {
  upcr_pts_t slot;
  upcr_take_letter(call, to, &slot, sizeof slot);
  upcr_move(slot, upcr_part(call->src, upcr_self.mythread, (size_t)to * call->nbytes), call->nbytes);
  upcr_signal(call, to);
}

void upcr_exchange_buffered(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread, threads = upcr_self.threads;
  size_t n = call->nbytes;
  upcr_pts_t buffer = upcr_buffer();
  for (int k = 1; k < threads; k++) {
    upcr_pts_t slot = buffer + (size_t)upcr_after(threads - k) * n;
    upcr_send_letter(call, upcr_after(threads - k), &slot, sizeof slot);
  }
  for (int k = 1; k < threads; k++)
    put(call, upcr_after(k));
  upcr_move(upcr_part(call->dst, me, (size_t)me * n), upcr_part(call->src, me, (size_t)me * n), n);
  for (int k = 1; k < threads; k++) {
    int from = upcr_after(threads - k);
    upcr_wait_signal(call, from);
    upcr_move(upcr_part(call->dst, me, (size_t)from * n), buffer + (size_t)from * n, n);
  }
  upcr_buffer_done(algorithm);
}
