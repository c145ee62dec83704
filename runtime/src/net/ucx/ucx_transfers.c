/* SPDX-License-Identifier: Apache-2.0 */
/* Puts and gets. The completion of a put says only that UCX has taken its bytes. They are in the
 * target's memory when a flush that began after the put is complete. One flush of an endpoint is
 * under way at a time; the next one completes all puts issued meanwhile. */
#include "../../base/log.h"
#include "ucx.h"

static void finish(struct upcr_ucx_op *op) {
  struct upcr_conduit_transfer *transfer = op->transfer;
  upcr_ucx_give(op);
  upcr_ucx.did = true;
  atomic_fetch_sub_explicit(
      &transfer->pending, 1,
      memory_order_release); /* pairs with the caller's acquire; then it is gone */
}

static void finish_all(struct upcr_ucx_op *op) {
  while (op) {
    struct upcr_ucx_op *next = op->next;
    finish(op);
    op = next;
  }
}

static void on_flushed(void *request, ucs_status_t status, void *user_data);

/* Flushes until nothing is left, or a flush is under way. */
static void flush(int number) {
  struct upcr_ucx_peer *peer = &upcr_ucx.peers[number];
  while (peer->fresh && !peer->flush_under_way) {
    ucp_request_param_t param = {.op_attr_mask =
                                     UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA,
                                 .cb.send = on_flushed,
                                 .user_data = (void *)(intptr_t)number};
    peer->flushing = peer->fresh;
    peer->fresh = 0;
    peer->flush_under_way = true;
    ucs_status_ptr_t request = UCX(ucp_ep_flush_nbx)(upcr_ucx_endpoint(number), &param);
    if (UCS_PTR_IS_PTR(request))
      return;
    upcr_ucx_expect(UCS_PTR_STATUS(request), "write to the memory of", number);
    peer->flush_under_way = false;
    finish_all(peer->flushing);
    peer->flushing = 0;
  }
}

static void on_flushed(void *request, ucs_status_t status, void *user_data) {
  int number = (int)(intptr_t)user_data;
  struct upcr_ucx_peer *peer = &upcr_ucx.peers[number];
  UCX(ucp_request_free)(request);
  if (upcr_ucx.closing)
    return;
  upcr_ucx_expect(status, "write to the memory of", number);
  finish_all(peer->flushing);
  peer->flushing = 0;
  peer->flush_under_way = false;
  flush(number);
}

static void on_put(void *request, ucs_status_t status, void *user_data) {
  if (!upcr_ucx.closing)
    upcr_ucx_expect(status, "write to the memory of", (int)(intptr_t)user_data);
  UCX(ucp_request_free)(request);
}

static void on_got(void *request, ucs_status_t status, void *user_data) {
  struct upcr_ucx_op *op = user_data;
  UCX(ucp_request_free)(request);
  if (upcr_ucx.closing)
    return;
  upcr_ucx_expect(status, "read the memory of", op->peer);
  finish(op);
}

static struct upcr_ucx_op *take(enum upcr_ucx_kind kind, int peer,
                                struct upcr_conduit_transfer *transfer) {
  struct upcr_ucx_op *op = upcr_ucx_take(false);
  op->kind = kind;
  op->peer = peer;
  op->transfer = transfer;
  return op;
}

void upcr_ucx_put(int peer, int thread, uint64_t offset, const void *from, size_t n,
                  struct upcr_conduit_transfer *transfer) {
  ucp_request_param_t param = {.op_attr_mask =
                                   UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA,
                               .cb.send = on_put,
                               .user_data = (void *)(intptr_t)peer};
  atomic_fetch_add_explicit(&transfer->pending, 1, memory_order_relaxed);
  pthread_mutex_lock(&upcr_ucx.mutex);
  struct upcr_ucx_op *op = take(UPCR_UCX_PUT, peer, transfer);
  ucs_status_ptr_t request =
      UCX(ucp_put_nbx)(upcr_ucx_endpoint(peer), from, n, upcr_ucx.targets[thread].base + offset,
                       upcr_ucx_key(peer, thread), &param);
  if (!UCS_PTR_IS_PTR(request))
    upcr_ucx_expect(UCS_PTR_STATUS(request), "write to the memory of", peer);
  op->next = upcr_ucx.peers[peer].fresh;
  upcr_ucx.peers[peer].fresh = op;
  flush(peer);
  pthread_mutex_unlock(&upcr_ucx.mutex);
}

void upcr_ucx_get(int peer, int thread, uint64_t offset, void *to, size_t n,
                  struct upcr_conduit_transfer *transfer) {
  atomic_fetch_add_explicit(&transfer->pending, 1, memory_order_relaxed);
  pthread_mutex_lock(&upcr_ucx.mutex);
  struct upcr_ucx_op *op = take(UPCR_UCX_GET, peer, transfer);
  ucp_request_param_t param = {.op_attr_mask =
                                   UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA,
                               .cb.send = on_got,
                               .user_data = op};
  ucs_status_ptr_t request =
      UCX(ucp_get_nbx)(upcr_ucx_endpoint(peer), to, n, upcr_ucx.targets[thread].base + offset,
                       upcr_ucx_key(peer, thread), &param);
  if (!UCS_PTR_IS_PTR(request)) {
    upcr_ucx_expect(UCS_PTR_STATUS(request), "read the memory of", peer);
    finish(op);
  }
  pthread_mutex_unlock(&upcr_ucx.mutex);
}
