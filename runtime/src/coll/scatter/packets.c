/* Scatter through fixed buffers (GMTU, 5.3.2): down the binomial tree while what a branch needs fits in a buffer, which
 * is at most nbytes * THREADS / 2; else straight from the root, in packets, to one thread after the other. */
#include "../algorithms.h"
#include "../buffer.h"
#include "../edge.h"
#include "../packets.h"

static void straight(const struct upcr_call *call, size_t packet) {
  int me = upcr_self.mythread;
  upcr_pts_t own = upcr_part(call->dst, me, 0);
  if (me != call->root) {
    upcr_receive_packets(call, call->root, own, call->nbytes, packet);
    return;
  }
  for (int k = 1; k < upcr_self.threads; k++)
    upcr_send_packets(call, upcr_after(k), call->src + (size_t)upcr_after(k) * call->nbytes, call->nbytes, packet);
  upcr_move(own, call->src + (size_t)me * call->nbytes, call->nbytes);
}

void upcr_scatter_packets(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  static const struct upcr_algorithm binomial = {.parameter = 2};
  size_t packet = upcr_packet_bytes(algorithm, call->nbytes);
  if (call->nbytes * (size_t)upcr_self.threads / 2 <= packet)
    upcr_scatter_push_tree(call, &binomial);
  else
    straight(call, packet);
  upcr_buffer_done(algorithm);
}
