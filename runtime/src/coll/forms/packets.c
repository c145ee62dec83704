/* SPDX-License-Identifier: Apache-2.0 */
/* The forms of GMTU, in which data go from thread to thread through the receiver's buffer, a packet
 * at a time (5.2 of its report).
 *
 * A letter names the receiver's buffer and permits the sender to fill it. The sender puts a packet
 * there and signals. The receiver copies the packet to its destination before it permits the next
 * one. So no thread touches another thread's buffer or data before that thread has entered the
 * call, nor after it has left it, which MYSYNC requires. */
#include "../geometry.h"
#include "../patterns/schedule.h"
#include "../topology.h"

/* How long packets are: the fixed buffer's length, or all n bytes where the buffer is made for the
 * call. At least 1. */
static size_t packet_bytes(const struct upcr_call *call, size_t n) {
  bool is_of_call = call->algorithm->needs & UPCR_BUFFER_OF_CALL;
  return is_of_call ? n + !n : (size_t)call->algorithm->parameter;
}

size_t upcr_room_for_block(const struct upcr_call *call) {
  return packet_bytes(call, call->nbytes);
}

size_t upcr_room_for_all(const struct upcr_call *call) {
  return packet_bytes(call, call->nbytes * (size_t)upcr_self.threads);
}

size_t upcr_room_of_root(const struct upcr_call *call) {
  return upcr_self.mythread == call->root ? upcr_room_for_all(call) : 0;
}

/* Names the place at byte `at` of the caller's buffer; takes what has come there. */
static void offer_place(const struct upcr_call *call, int from, size_t at) {
  upcr_pts_t own = upcr_buffer() + at;
  upcr_send_letter(call, from, &own, sizeof own);
}

static void unpack(const struct upcr_call *call, int from, size_t at, upcr_pts_t dst, size_t n) {
  upcr_wait_signal(call, from);
  upcr_move(dst, upcr_buffer() + at, n);
}

static void put_packet(const struct upcr_call *call, int to, upcr_pts_t src, size_t n) {
  upcr_pts_t theirs;
  upcr_take_letter(call, to, &theirs, sizeof theirs);
  upcr_move(theirs, src, n);
  upcr_signal(call, to);
}

/* n bytes from src of the caller to thread `to`, and from thread `from` to the caller's dst, at
 * once; -1: none go there. */
static void shift_packets(const struct upcr_call *call, int to, upcr_pts_t src, int from,
                          upcr_pts_t dst, size_t n) {
  size_t packet = packet_bytes(call, n);
  for (size_t at = 0; at < n; at += packet) {
    size_t length = upcr_least(n - at, packet);
    if (from >= 0)
      offer_place(call, from, 0);
    if (to >= 0)
      put_packet(call, to, src + at, length);
    if (from >= 0)
      unpack(call, from, 0, dst + at, length);
  }
}

/* Broadcast down the spanning tree through buffers (GMTU, 5.3.1): a thread passes a packet on to
 * its children before it receives the next, so packets follow each other down the tree. */
void upcr_broadcast_packets(const struct upcr_call *call) {
  const struct upcr_node *node = upcr_tree_node(&upcr_binomial_by_number, call->root);
  upcr_pts_t own = upcr_part(call->dst, upcr_self.mythread, 0),
             from = node->parent < 0 ? call->src : own;
  size_t n = call->nbytes, packet = packet_bytes(call, n);
  for (size_t at = 0; at < n; at += packet) {
    size_t length = upcr_least(n - at, packet);
    if (node->parent >= 0)
      shift_packets(call, -1, 0, node->parent, own + at, length);
    for (int c = 0; c < node->count; c++)
      shift_packets(call, node->child[c], from + at, -1, 0, length);
  }
  upcr_move(own, from, n);
}

/* Scatter, gather and exchange through fixed buffers (GMTU, 5.3.2, 5.3.3, 5.3.5): in each step the
 * threads are in pairs, which send each other the blocks that they have for each other. So the root
 * serves, or takes from, one thread after the other. */
void upcr_packets_of_pairs(const struct upcr_call *call) {
  int me = upcr_self.mythread, threads = upcr_self.threads;
  for (int step = 0; step < threads; step++) {
    int partner = upcr_partner(me, threads, step);
    bool gives = upcr_has_block(call, me, partner), takes = upcr_has_block(call, partner, me);
    if (partner != me)
      shift_packets(call, gives ? partner : -1, upcr_block_between(call, me, partner).src,
                    takes ? partner : -1, upcr_block_between(call, partner, me).dst, call->nbytes);
    else if (gives)
      upcr_move_block(call, me, me);
  }
}

/* Scatter goes down the binomial tree while what a branch needs fits in a buffer, which is at most
 * nbytes * THREADS / 2. */
void upcr_scatter_packets(const struct upcr_call *call) {
  struct upcr_call by_tree = *call;
  by_tree.algorithm = &upcr_binomial_by_number;
  if (call->nbytes * (size_t)upcr_self.threads / 2 <= packet_bytes(call, call->nbytes))
    upcr_branches_by_parent(&by_tree);
  else
    upcr_packets_of_pairs(call);
}

/* Gather and exchange through buffers with room for every block (GMTU, 5.3.3 and 5.3.5): a taker
 * tells its givers where their blocks go, all put theirs at once, and it copies each out when it
 * has come. */
static size_t slot_of(const struct upcr_call *call, int from) {
  return (size_t)from * call->nbytes;
}

static void offer_slot(const struct upcr_call *call, int from) {
  offer_place(call, from, slot_of(call, from));
}

static void put_block(const struct upcr_call *call, int to) {
  put_packet(call, to, upcr_block_between(call, upcr_self.mythread, to).src, call->nbytes);
}

static void unpack_block(const struct upcr_call *call, int from) {
  unpack(call, from, slot_of(call, from), upcr_block_between(call, from, upcr_self.mythread).dst,
         call->nbytes);
}

void upcr_all_buffered(const struct upcr_call *call) {
  int me = upcr_self.mythread;
  upcr_for_others(call, upcr_givers(call), upcr_before, offer_slot);
  upcr_for_others(call, upcr_takers(call), upcr_after, put_block);
  if (upcr_has_block(call, me, me))
    upcr_move_block(call, me, me);
  upcr_for_others(call, upcr_givers(call), upcr_before, unpack_block);
}

/* Gather to all round a ring through buffers (GMTU, 5.3.4): in each of THREADS - 1 steps a
 * thread sends on the block that came last, its own first, and receives the next. */
void upcr_gather_all_packets(const struct upcr_call *call) {
  int me = upcr_self.mythread, threads = upcr_self.threads;
  int next = upcr_ring_next(me, threads), previous = upcr_ring_previous(me, threads);
  size_t n = call->nbytes;
  upcr_move(upcr_part(call->dst, me, (size_t)me * n), upcr_part(call->src, me, 0), n);
  for (int step = 1, block = me; step < threads; step++) {
    int coming = upcr_ring_previous(block, threads);
    shift_packets(call, next, upcr_part(call->dst, me, (size_t)block * n), previous,
                  upcr_part(call->dst, me, (size_t)coming * n), n);
    block = coming;
  }
}

/* Permute through buffers (GMTU, 5.3.6). A receiver must know its sender, which it permits to
 * write: it searches the permutation for itself. It may read all elements, because all threads meet
 * with MYSYNC too. */
void upcr_permute_packets(const struct upcr_call *call) {
  int me = upcr_self.mythread;
  size_t n = call->nbytes;
  int to = upcr_permutation_target(call, me), from = upcr_permutation_source(call);
  upcr_pts_t src = upcr_part(call->src, me, 0), dst = upcr_part(call->dst, me, 0);
  if (to == me)
    upcr_move(dst, src, n);
  else
    shift_packets(call, to, src, from, dst, n);
}
