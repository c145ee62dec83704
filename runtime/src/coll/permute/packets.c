/* Permute through buffers (GMTU, 5.3.6). A receiver gives its sender leave, so it has to know it: it looks for itself in
 * the permutation, whose elements it may read where MYSYNC is met by what ALLSYNC asks for. */
#include "../algorithms.h"
#include "../buffer.h"
#include "../edge.h"
#include "../packets.h"
#include "permutation.h"

void upcr_permute_packets(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int me = upcr_self.mythread;
  size_t n = call->nbytes;
  if (call->in == UPCR_MYSYNC)
    upcr_call_barrier(call);
  int to = upcr_permutation_target(call), from = upcr_permutation_source(call);
  upcr_pts_t src = upcr_part(call->src, me, 0), dst = upcr_part(call->dst, me, 0);
  if (to == me)
    upcr_move(dst, src, n);
  else
    upcr_shift_packets(call, to, src, from, dst, n, upcr_packet_bytes(algorithm, n));
  if (call->out == UPCR_MYSYNC)
    upcr_call_barrier(call);
  upcr_buffer_done(algorithm);
}
