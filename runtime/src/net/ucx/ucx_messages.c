/* SPDX-License-Identifier: Apache-2.0 */
/* Messages: eager active messages. UCX calls back inside its progress, where the mutex is held:
 * what came is noted there, and handed on after. */
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "ucx.h"

enum { MESSAGE_ID = 1 };

static ucs_status_t on_arrival(void *arg, const void *header, size_t header_length, void *data,
                               size_t length, const ucp_am_recv_param_t *param) {
  (void)arg, (void)header, (void)header_length, (void)param;
  if (upcr_ucx.arrived == upcr_ucx.arrivals_room) {
    size_t room = upcr_ucx.arrivals_room ? 2 * upcr_ucx.arrivals_room : 64;
    struct upcr_ucx_arrival *grown = realloc(upcr_ucx.arrivals, room * sizeof *grown);
    if (!grown)
      upcr_fatal("%s: out of memory for messages", upcr_ucx.description);
    upcr_ucx.arrivals = grown;
    upcr_ucx.arrivals_room = room;
  }
  upcr_ucx.arrivals[upcr_ucx.arrived++] = (struct upcr_ucx_arrival){data, length};
  return UCS_INPROGRESS; /* the data stay until ucp_am_data_release */
}

int upcr_ucx_listen(char *err, size_t errlen) {
  ucp_am_handler_param_t param = {.field_mask = UCP_AM_HANDLER_PARAM_FIELD_ID |
                                                UCP_AM_HANDLER_PARAM_FIELD_FLAGS |
                                                UCP_AM_HANDLER_PARAM_FIELD_CB,
                                  .id = MESSAGE_ID,
                                  .flags = UCP_AM_FLAG_WHOLE_MSG | UCP_AM_FLAG_PERSISTENT_DATA,
                                  .cb = on_arrival};
  ucs_status_t status = UCX(ucp_worker_set_am_recv_handler)(upcr_ucx.worker, &param);
  return status == UCS_OK ? 0 : upcr_ucx_fail(err, errlen, "receive messages", status);
}

static void on_sent(void *request, ucs_status_t status, void *user_data) {
  struct upcr_ucx_op *op = user_data;
  if (!upcr_ucx.closing)
    upcr_ucx_expect(status, "send a message to", op->peer);
  upcr_ucx.did = true;
  upcr_ucx_give(op);
  UCX(ucp_request_free)(request);
}

void upcr_ucx_send(int peer, const void *head, size_t head_bytes, const void *body,
                   size_t body_bytes) {
  pthread_mutex_lock(&upcr_ucx.mutex);
  struct upcr_ucx_op *op = upcr_ucx_take(true);
  struct upcr_order_head order = upcr_order_next(&upcr_ucx.order, peer);
  unsigned char *to = op->buffer;
  ucp_request_param_t param = {.op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK |
                                               UCP_OP_ATTR_FIELD_USER_DATA |
                                               UCP_OP_ATTR_FIELD_FLAGS,
                               .flags = UCP_AM_SEND_FLAG_EAGER,
                               .cb.send = on_sent,
                               .user_data = op};
  op->kind = UPCR_UCX_SEND;
  op->peer = peer;
  memcpy(to, &order, sizeof order);
  if (head_bytes)
    memcpy(to + sizeof order, head, head_bytes);
  if (body_bytes)
    memcpy(to + sizeof order + head_bytes, body, body_bytes);
  ucs_status_ptr_t request = UCX(ucp_am_send_nbx)(upcr_ucx_endpoint(peer), MESSAGE_ID, 0, 0, to,
                                                  sizeof order + head_bytes + body_bytes, &param);
  if (!UCS_PTR_IS_PTR(request)) {
    upcr_ucx_expect(UCS_PTR_STATUS(request), "send a message to", peer);
    upcr_ucx_give(op);
  }
  pthread_mutex_unlock(&upcr_ucx.mutex);
}
