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

static size_t length_at(size_t at, size_t n, size_t packet) {
  return n - at < packet ? n - at : packet;
}

static void offer_buffer(const struct upcr_call *call, int from) {
  upcr_pts_t own = upcr_buffer();
  upcr_send_letter(call, from, &own, sizeof own);
}

static void put_packet(const struct upcr_call *call, int to, upcr_pts_t src, size_t n) {
  upcr_pts_t theirs;
  upcr_take_letter(call, to, &theirs, sizeof theirs);
  upcr_move(theirs, src, n);
  upcr_signal(call, to);
}

static void unpack(const struct upcr_call *call, int from, upcr_pts_t dst, size_t n) {
  upcr_wait_signal(call, from);
  upcr_move(dst, upcr_buffer(), n);
}

/* n bytes from src of the caller to thread `to`, and from thread `from` to the caller's dst, at
 * once; -1: none go there. */
static void shift_packets(const struct upcr_call *call, int to, upcr_pts_t src, int from,
                          upcr_pts_t dst, size_t n) {
  size_t packet = packet_bytes(call, n);
  for (size_t at = 0; at < n; at += packet) {
    size_t length = length_at(at, n, packet);
    if (from >= 0)
      offer_buffer(call, from);
    if (to >= 0)
      put_packet(call, to, src + at, length);
    if (from >= 0)
      unpack(call, from, dst + at, length);
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
    size_t length = length_at(at, n, packet);
    if (node->parent >= 0)
      shift_packets(call, -1, 0, node->parent, own + at, length);
    for (int c = 0; c < node->count; c++)
      shift_packets(call, node->child[c], from + at, -1, 0, length);
  }
  upcr_move(own, from, n);
}

/* Scatter through fixed buffers (GMTU, 5.3.2): down the binomial tree while what a branch needs
 * fits in a buffer, which is at most nbytes * THREADS / 2; else straight from the root, in
 * packets, to one thread after the other. */
static void scatter_straight(const struct upcr_call *call) {
  int me = upcr_self.mythread;
  size_t n = call->nbytes;
  upcr_pts_t own = upcr_part(call->dst, me, 0);
  if (me != call->root)
    return shift_packets(call, -1, 0, call->root, own, n);
  for (int k = 1; k < upcr_self.threads; k++)
    shift_packets(call, upcr_after(k), call->src + (size_t)upcr_after(k) * n, -1, 0, n);
  upcr_move(own, call->src + (size_t)me * n, n);
}

void upcr_scatter_packets(const struct upcr_call *call) {
  struct upcr_call by_tree = *call;
  by_tree.algorithm = &upcr_binomial_by_number;
  if (call->nbytes * (size_t)upcr_self.threads / 2 <= packet_bytes(call, call->nbytes))
    upcr_branches_by_parent(&by_tree);
  else
    scatter_straight(call);
}

/* Gather through the root's fixed buffer (GMTU, 5.3.3): the threads after the root form a chain,
 * and each hands on to the next the leave to fill the buffer when the root has copied its packet
 * out. Blocks longer than the buffer take as many rounds as they have packets. */
static void collect_packet(const struct upcr_call *call, size_t at, size_t n) {
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

static void give_packet(const struct upcr_call *call, size_t at, size_t n) {
  int last = (call->root + upcr_self.threads - 1) % upcr_self.threads;
  upcr_pts_t buffer;
  upcr_take_letter(call, upcr_after(upcr_self.threads - 1), &buffer, sizeof buffer);
  upcr_move(buffer, upcr_part(call->src, upcr_self.mythread, at), n);
  upcr_signal(call, call->root);
  upcr_wait_signal(call, call->root);
  if (upcr_self.mythread != last)
    upcr_send_letter(call, upcr_after(1), &buffer, sizeof buffer);
}

void upcr_gather_packets(const struct upcr_call *call) {
  size_t n = call->nbytes, packet = packet_bytes(call, n);
  bool is_root = upcr_self.mythread == call->root;
  for (size_t at = 0; at < n; at += packet)
    (is_root ? collect_packet : give_packet)(call, at, length_at(at, n, packet));
  if (is_root)
    upcr_move(call->dst + (size_t)call->root * n, upcr_part(call->src, call->root, 0), n);
}

/* Gather and exchange through buffers with room for every block (GMTU, 5.3.3 and 5.3.5): a taker
 * tells its givers where their blocks go, all put theirs at once, and it copies each out when it
 * has come. */
static void put_block(const struct upcr_call *call, int to) {
  upcr_pts_t slot;
  upcr_take_letter(call, to, &slot, sizeof slot);
  upcr_move(slot, upcr_block_between(call, upcr_self.mythread, to).src, call->nbytes);
  upcr_signal(call, to);
}

static void take_block(const struct upcr_call *call, int from) {
  upcr_wait_signal(call, from);
  upcr_move(upcr_block_between(call, from, upcr_self.mythread).dst,
            upcr_buffer() + (size_t)from * call->nbytes, call->nbytes);
}

static void tell_giver(const struct upcr_call *call, int from) {
  upcr_pts_t slot = upcr_buffer() + (size_t)from * call->nbytes;
  upcr_send_letter(call, from, &slot, sizeof slot);
}

void upcr_all_buffered(const struct upcr_call *call) {
  int me = upcr_self.mythread;
  upcr_for_others(call, upcr_givers(call), upcr_before, tell_giver);
  upcr_for_others(call, upcr_takers(call), upcr_after, put_block);
  if (upcr_has_block(call, me, me))
    upcr_move_block(call, me, me);
  upcr_for_others(call, upcr_givers(call), upcr_before, take_block);
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

/* Exchange by partners through fixed buffers (GMTU, 5.3.5): in each step the threads are in
 * pairs, which send each other their blocks in packets. */
void upcr_exchange_packets(const struct upcr_call *call) {
  int me = upcr_self.mythread, threads = upcr_self.threads;
  size_t n = call->nbytes;
  for (int step = 0; step < threads; step++) {
    int partner = upcr_partner(me, threads, step);
    upcr_pts_t from = upcr_part(call->src, me, (size_t)partner * n),
               to = upcr_part(call->dst, me, (size_t)partner * n);
    if (partner == me)
      upcr_move(to, from, n);
    else
      shift_packets(call, partner, from, partner, to, n);
  }
}

/* Permute through buffers (GMTU, 5.3.6). A receiver must know its sender, which it permits to
 * write: it searches the permutation for itself. It may read all elements, because MYSYNC is served
 * as ALLSYNC here. */
void upcr_permute_packets(const struct upcr_call *call) {
  int me = upcr_self.mythread;
  size_t n = call->nbytes;
  upcr_call_meet_before(call, true);
  int to = upcr_permutation_target(call, me), from = upcr_permutation_source(call);
  upcr_pts_t src = upcr_part(call->src, me, 0), dst = upcr_part(call->dst, me, 0);
  if (to == me)
    upcr_move(dst, src, n);
  else
    shift_packets(call, to, src, from, dst, n);
  upcr_call_meet_after(call, true);
}
