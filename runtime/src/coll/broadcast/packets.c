/* Broadcast down the spanning tree through buffers (GMTU, 5.3.1): a thread passes a packet on to its children before it
 * receives the next, so packets follow each other down the tree. */
#include "../algorithms.h"
#include "../buffer.h"
#include "../edge.h"
#include "../packets.h"
#include "../tree.h"

void upcr_broadcast_packets(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  const struct upcr_node *node = upcr_tree_node(algorithm, call->root);
  upcr_pts_t own = upcr_part(call->dst, upcr_self.mythread, 0), from = node->parent < 0 ? call->src : own;
  size_t n = call->nbytes, packet = upcr_packet_bytes(algorithm, n);
  for (size_t at = 0; at < n; at += packet) {
    size_t length = n - at < packet ? n - at : packet;
    if (node->parent >= 0)
      upcr_receive_packets(call, node->parent, own + at, length, packet);
    for (int c = 0; c < node->count; c++)
      upcr_send_packets(call, node->child[c], from + at, length, packet);
  }
  upcr_move(own, from, n);
  upcr_buffer_done(algorithm);
}
