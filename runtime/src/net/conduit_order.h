/* SPDX-License-Identifier: Apache-2.0 */
/* Messages in the order in which a peer sent them.
 *
 * No library promises this order: libfabric orders the matching of messages with buffers, not their
 * completions, and UCX may send the fragments of a large message on another path. So messages are
 * numbered for each pair of processes, and one that arrives early is held. */
#ifndef UPCR_NET_CONDUIT_ORDER_H
#define UPCR_NET_CONDUIT_ORDER_H

#include "conduit.h"

/* The head of every message. */
struct upcr_order_head {
  uint32_t peer;   /* the sender */
  uint32_t number; /* earlier messages of that peer to this process, modulo 2^32 */
};

struct upcr_order_held;

/* `sent` is the senders', `received` and `held` are the receiver's: the caller keeps two of a kind
 * from working at once. */
struct upcr_order {
  int peers, own;
  uint32_t *sent, *received; /* [peers] */
  struct upcr_order_held *held;
  upcr_conduit_receive *receive;
};

/* Returns 0, or -1: out of memory. */
int upcr_order_open(struct upcr_order *order, int peers, int own, upcr_conduit_receive *receive);
void upcr_order_close(struct upcr_order *order);

/* The head of the next message to `peer`. */
struct upcr_order_head upcr_order_next(struct upcr_order *order, int peer);

/* Hands the message, and held ones that follow it, to `receive`. Keeps no reference to the
 * bytes. */
void upcr_order_arrived(struct upcr_order *order, struct upcr_order_head head, const void *message,
                        size_t bytes);

#endif
