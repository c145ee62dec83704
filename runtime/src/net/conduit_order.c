/* SPDX-License-Identifier: Apache-2.0 */
#include "conduit_order.h"

#include <stdlib.h>
#include <string.h>

#include "../base/log.h"

struct upcr_order_held {
  struct upcr_order_held *next;
  struct upcr_order_head head;
  size_t bytes;
  unsigned char message[];
};

int upcr_order_open(struct upcr_order *order, int peers, int own, upcr_conduit_receive *receive) {
  *order = (struct upcr_order){.peers = peers,
                               .own = own,
                               .sent = calloc((size_t)peers, sizeof *order->sent),
                               .received = calloc((size_t)peers, sizeof *order->received),
                               .receive = receive};
  return order->sent && order->received ? 0 : -1;
}

void upcr_order_close(struct upcr_order *order) {
  while (order->held) {
    struct upcr_order_held *next = order->held->next;
    free(order->held);
    order->held = next;
  }
  free(order->sent);
  free(order->received);
  *order = (struct upcr_order){0};
}

struct upcr_order_head upcr_order_next(struct upcr_order *order, int peer) {
  return (struct upcr_order_head){.peer = (uint32_t)order->own, .number = order->sent[peer]++};
}

static void hold(struct upcr_order *order, struct upcr_order_head head, const void *message,
                 size_t bytes) {
  struct upcr_order_held *held = malloc(sizeof *held + bytes);
  if (!held)
    upcr_fatal("out of memory for a message of %zu bytes that arrived out of order", bytes);
  held->head = head;
  held->bytes = bytes;
  if (bytes)
    memcpy(held->message, message, bytes);
  held->next = order->held;
  order->held = held;
}

static struct upcr_order_held *take(struct upcr_order *order, uint32_t peer) {
  for (struct upcr_order_held **at = &order->held; *at; at = &(*at)->next)
    if ((*at)->head.peer == peer && (*at)->head.number == order->received[peer]) {
      struct upcr_order_held *held = *at;
      *at = held->next;
      return held;
    }
  return 0;
}

void upcr_order_arrived(struct upcr_order *order, struct upcr_order_head head, const void *message,
                        size_t bytes) {
  if (head.peer >= (uint32_t)order->peers)
    upcr_fatal("a message came from process %u of a job of %d: another job uses the same endpoint",
               head.peer, order->peers);
  if (head.number != order->received[head.peer]) {
    hold(order, head, message, bytes);
    return;
  }
  order->received[head.peer]++;
  order->receive((int)head.peer, message, bytes);
  for (struct upcr_order_held *held; order->held && (held = take(order, head.peer)); free(held)) {
    order->received[head.peer]++;
    order->receive((int)head.peer, held->message, held->bytes);
  }
}
