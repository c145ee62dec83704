/* SPDX-License-Identifier: Apache-2.0 */
/* UCX's context, worker, and endpoints of the peers. */
#include <stdio.h>
#include <stdlib.h>

#include "../../base/log.h"
#include "ucx.h"

static int open_context(const struct upcr_conduit_wish *wish, char *err, size_t errlen) {
  ucp_params_t params = {.field_mask = UCP_PARAM_FIELD_FEATURES,
                         .features = UCP_FEATURE_AM | UCP_FEATURE_RMA | UCP_FEATURE_WAKEUP};
  ucp_config_t *config;
  if (upcr_ucx_configure(wish, &config, err, errlen) != 0)
    return -1;
  ucs_status_t status =
      UCX(ucp_init_version)(UCP_API_MAJOR, UCP_API_MINOR, &params, config, &upcr_ucx.context);
  UCX(ucp_config_release)(config);
  if (status == UCS_OK)
    return 0;
  upcr_ucx.context = 0;
  return upcr_fail(err, errlen, "UCX has no provider for %s (UPC_INTERFACE, UCX_TLS): %s",
                   upcr_ucx.transports, UCX(ucs_status_string)(status));
}

int upcr_ucx_worker_open(const struct upcr_conduit_wish *wish, char *err, size_t errlen) {
  ucp_worker_params_t params = {.field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE,
                                .thread_mode = UCS_THREAD_MODE_SERIALIZED};
  if (open_context(wish, err, errlen) != 0)
    return -1;
  snprintf(upcr_ucx.description, sizeof upcr_ucx.description, "UCX %s, %s",
           UCX(ucp_get_version_string)(), upcr_ucx.transports);
  ucs_status_t status = UCX(ucp_worker_create)(upcr_ucx.context, &params, &upcr_ucx.worker);
  if (status != UCS_OK) {
    upcr_ucx.worker = 0;
    return upcr_fail(err, errlen, "UCX cannot make a worker with %s: %s", upcr_ucx.transports,
                     UCX(ucs_status_string)(status));
  }
  if (UCX(ucp_worker_get_efd)(upcr_ucx.worker, &upcr_ucx.descriptor) != UCS_OK)
    upcr_ucx.descriptor = -1;
  return 0;
}

/* A peer that ends closes its connection; only what is under way must not fail, and then its own
 * status says so. */
static void on_error(void *arg, ucp_ep_h ep, ucs_status_t status) {
  (void)ep;
  if (!upcr_ucx.closing)
    upcr_ucx_expect(status, "reach", (int)(intptr_t)arg);
}

ucp_ep_h upcr_ucx_endpoint(int number) {
  struct upcr_ucx_peer *peer = &upcr_ucx.peers[number];
  if (peer->ep)
    return peer->ep;
  ucp_ep_params_t params = {.field_mask =
                                UCP_EP_PARAM_FIELD_REMOTE_ADDRESS | UCP_EP_PARAM_FIELD_ERR_HANDLER,
                            .address = peer->address,
                            .err_handler = {.cb = on_error, .arg = (void *)(intptr_t)number}};
  upcr_ucx_expect(UCX(ucp_ep_create)(upcr_ucx.worker, &params, &peer->ep), "connect to", number);
  return peer->ep;
}

static void destroy_keys(void) {
  for (int i = 0; i < upcr_ucx.threads; i++)
    if (upcr_ucx.targets[i].key)
      UCX(ucp_rkey_destroy)(upcr_ucx.targets[i].key);
}

/* Destroys the endpoints with the worker. Closing one by itself would flush it, and fail if its
 * peer has already ended. */
void upcr_ucx_worker_close(void) {
  upcr_ucx.closing = true;
  destroy_keys();
  if (upcr_ucx.worker)
    UCX(ucp_worker_destroy)(upcr_ucx.worker);
  upcr_ucx_unexpose();
  if (upcr_ucx.context)
    UCX(ucp_cleanup)(upcr_ucx.context);
}
