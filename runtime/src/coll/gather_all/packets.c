/* Gather to all round a ring through buffers (GMTU, 5.3.4): in each of THREADS - 1 steps a thread sends on the block that
 * came last, its own first, and receives the next. */
#include "../algorithms.h"
#include "../buffer.h"
#include "../edge.h"
#include "../packets.h"
#include "../patterns/schedule.h"

void upcr_gather_all_packets(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread, threads = upcr_self.threads;
  int next = upcr_ring_next(me, threads), previous = upcr_ring_previous(me, threads);
  size_t n = call->nbytes, packet = upcr_packet_bytes(algorithm, n);
  upcr_move(upcr_part(call->dst, me, (size_t)me * n), upcr_part(call->src, me, 0), n);
  for (int step = 1, block = me; step < threads; step++) {
    int coming = upcr_ring_previous(block, threads);
    upcr_shift_packets(call, next, upcr_part(call->dst, me, (size_t)block * n), previous,
                       upcr_part(call->dst, me, (size_t)coming * n), n, packet);
    block = coming;
  }
  upcr_buffer_done(algorithm);
}
