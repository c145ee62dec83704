/* SPDX-License-Identifier: Apache-2.0 */
/* Messages: sent from buffers of the conduit, received into single ones. (One buffer for many
 * messages, FI_MULTI_RECV, was seen to lose some over InfiniBand and Slingshot.) */
#include <string.h>

#include "../../base/log.h"
#include "ofi.h"

ssize_t upcr_ofi_post_send(struct upcr_ofi_op *op) {
  fi_addr_t to = upcr_ofi.peers[op->peer].address;
  ssize_t status;
  if (op->bytes <= upcr_ofi.info->tx_attr->inject_size) {
    status = fi_inject(upcr_ofi.ep, op->buffer, op->bytes, to);
    if (status == 0)
      upcr_ofi_give(op);
    return status;
  }
  status = fi_send(upcr_ofi.ep, op->buffer, op->bytes, op->buffer_desc, to, &op->context);
  if (status == 0)
    upcr_ofi.under_way++;
  return status;
}

void upcr_ofi_send(int peer, const void *head, size_t head_bytes, const void *body,
                   size_t body_bytes) {
  pthread_mutex_lock(&upcr_ofi.mutex);
  struct upcr_ofi_op *op = upcr_ofi_take(true);
  struct upcr_order_head order = upcr_order_next(&upcr_ofi.order, peer);
  unsigned char *to = op->buffer;
  op->kind = UPCR_OFI_SEND;
  op->peer = peer;
  op->bytes = sizeof order + head_bytes + body_bytes;
  memcpy(to, &order, sizeof order);
  if (head_bytes)
    memcpy(to + sizeof order, head, head_bytes);
  if (body_bytes)
    memcpy(to + sizeof order + head_bytes, body, body_bytes);
  upcr_ofi_submit(op);
  pthread_mutex_unlock(&upcr_ofi.mutex);
}

static ssize_t post(struct upcr_ofi_op *op) {
  return fi_recv(upcr_ofi.ep, op->buffer, UPCR_OFI_BUFFER, op->buffer_desc, FI_ADDR_UNSPEC,
                 &op->context);
}

void upcr_ofi_post_receive(struct upcr_ofi_op *op) {
  ssize_t status = post(op);
  if (status == -FI_EAGAIN)
    upcr_ofi_append(&upcr_ofi.unposted, op);
  else if (status != 0)
    upcr_fatal("%s: cannot receive: %s", upcr_ofi.description,
               upcr_ofi_library.strerror((int)-status));
}

int upcr_ofi_post_receives(char *err, size_t errlen) {
  size_t most = upcr_ofi.info->rx_attr->size,
         count = most && most < UPCR_OFI_RECEIVES ? most : UPCR_OFI_RECEIVES;
  for (size_t i = 0; i < count; i++) {
    ssize_t status = upcr_ofi.free_buffers ? 0 : upcr_ofi_make_buffers();
    struct upcr_ofi_op *op = status == 0 ? upcr_ofi_take(true) : 0;
    if (op) {
      op->kind = UPCR_OFI_RECEIVE;
      status = post(op);
    }
    if (status == -FI_EAGAIN)
      upcr_ofi_append(&upcr_ofi.unposted, op);
    else if (status != 0)
      return upcr_ofi_fail(err, errlen, "post buffers for messages", (long)status);
  }
  return 0;
}
