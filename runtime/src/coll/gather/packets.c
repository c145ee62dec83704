/* Gather through the root's fixed buffer (GMTU, 5.3.3): the threads after the root form a chain, and each hands on to
 * the next the leave to fill the buffer when the root has copied its packet out. Blocks longer than the buffer take as many
 * rounds as they have packets. */
#include "../algorithms.h"
#include "../buffer.h"
#include "../edge.h"
#include "../packets.h"

static void collect(const struct upcr_call *call, size_t at, size_t n) {
  upcr_pts_t buffer = upcr_buffer();
  if (upcr_self.threads > 1)
    upcr_send_letter(call, upcr_after(1), &buffer, sizeof buffer);
  for (int k = 1; k < upcr_self.threads; k++) {
    int from = upcr_after(k);
    upcr_wait_signal(call, from);
    upcr_move(call->dst + (size_t)from * call->nbytes + at, buffer, n);
    upcr_signal(call, from);
  }
}

static void give(const struct upcr_call *call, size_t at, size_t n) {
  int last = (call->root + upcr_self.threads - 1) % upcr_self.threads;
  upcr_pts_t buffer;
  upcr_take_letter(call, upcr_after(upcr_self.threads - 1), &buffer, sizeof buffer);
  upcr_move(buffer, upcr_part(call->src, upcr_self.mythread, at), n);
  upcr_signal(call, call->root);
  upcr_wait_signal(call, call->root);
  if (upcr_self.mythread != last)
    upcr_send_letter(call, upcr_after(1), &buffer, sizeof buffer);
}

void upcr_gather_packets(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  size_t n = call->nbytes, packet = upcr_packet_bytes(algorithm, n);
  bool is_root = upcr_self.mythread == call->root;
  for (size_t at = 0; at < n; at += packet)
    (is_root ? collect : give)(call, at, n - at < packet ? n - at : packet);
  if (is_root)
    upcr_move(call->dst + (size_t)call->root * n, upcr_part(call->src, call->root, 0), n);
  upcr_buffer_done(algorithm);
}
