/* Exchange by partners through fixed buffers (GMTU, 5.3.5): in each step the threads are in pairs, which send each other
 * their blocks in packets. */
#include "../algorithms.h"
#include "../buffer.h"
#include "../edge.h"
#include "../packets.h"
#include "../patterns/schedule.h"

void upcr_exchange_packets(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread, threads = upcr_self.threads;
  size_t n = call->nbytes, packet = upcr_packet_bytes(algorithm, n);
  for (int step = 0; step < threads; step++) {
    int partner = upcr_partner(me, threads, step);
    upcr_pts_t from = upcr_part(call->src, me, (size_t)partner * n), to = upcr_part(call->dst, me, (size_t)partner * n);
    if (partner == me)
      upcr_move(to, from, n);
    else
      upcr_shift_packets(call, partner, from, partner, to, n, packet);
  }
  upcr_buffer_done(algorithm);
}
