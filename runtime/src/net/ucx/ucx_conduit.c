/* SPDX-License-Identifier: Apache-2.0 */
/* Opening and closing, and the table. */
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../conduit.h"
#include "ucx.h"

struct upcr_ucx upcr_ucx;

static void close_all(void) {
  upcr_ucx_worker_close();
  upcr_ucx_free_ops();
  upcr_order_close(&upcr_ucx.order);
  free(upcr_ucx.peers);
  free(upcr_ucx.addresses);
  free(upcr_ucx.targets);
  free(upcr_ucx.arrivals);
  pthread_mutex_destroy(&upcr_ucx.mutex);
  memset(&upcr_ucx, 0, sizeof upcr_ucx);
}

static int open_all(const struct upcr_conduit_wish *wish, const struct upcr_conduit_region *regions,
                    int count, void *address, size_t *length, char *err, size_t errlen) {
  if (upcr_ucx_load(err, errlen) != 0 || upcr_ucx_worker_open(wish, err, errlen) != 0 ||
      upcr_ucx_expose(regions, count, err, errlen) != 0)
    return -1;
  return upcr_ucx_listen(err, errlen) != 0 ? -1
                                           : upcr_ucx_write_address(address, length, err, errlen);
}

static int open_conduit(const struct upcr_conduit_wish *wish,
                        const struct upcr_conduit_region *regions, int count,
                        upcr_conduit_receive *receive, void *address, size_t *length, char *err,
                        size_t errlen) {
  struct upcr_signals signals;
  upcr_ucx = (struct upcr_ucx){.descriptor = -1, .receive = receive};
  pthread_mutex_init(&upcr_ucx.mutex, 0);
  upcr_signals_save(&signals);
  int status = open_all(wish, regions, count, address, length, err, errlen);
  upcr_signals_restore(&signals);
  if (status != 0)
    close_all();
  return status;
}

static void prepare(void) {
  char err[256];
  struct upcr_signals signals;
  upcr_signals_save(&signals);
  upcr_ucx_load(err, sizeof err);
  upcr_signals_restore(&signals);
}

static int connect_conduit(int peers, int own, const void *addresses, size_t stride, char *err,
                           size_t errlen) {
  upcr_ucx.peers = calloc((size_t)peers, sizeof *upcr_ucx.peers);
  if (!upcr_ucx.peers || upcr_order_open(&upcr_ucx.order, peers, own, upcr_ucx.receive) != 0)
    return upcr_fail(err, errlen, "out of memory");
  upcr_ucx.peer_count = peers;
  return upcr_ucx_read_addresses(addresses, stride, err, errlen);
}

static const char *describe(void) { return upcr_ucx.description; }

static bool show(const struct upcr_conduit_wish *wish, FILE *out) {
  char err[512];
  struct upcr_signals signals;
  ucp_config_t *config;
  upcr_signals_save(&signals);
  bool loaded = upcr_ucx_load(err, sizeof err) == 0;
  bool found = loaded && upcr_ucx_configure(wish, &config, err, sizeof err) == 0;
  if (found)
    UCX(ucp_config_release)(config);
  upcr_signals_restore(&signals);
  if (!loaded) {
    fprintf(out, "ucx: %s\n", err);
    return false;
  }
  fprintf(out, "ucx: UCX %s\n", UCX(ucp_get_version_string)());
  if (found)
    fprintf(out, "    %s\n", upcr_ucx.transports);
  else
    fprintf(out, "    %s\n", err);
  return found;
}

/* ucp_worker_fence orders transfers alone. */
static bool is_in_order(void) { return false; }

static const struct upcr_conduit conduit = {.name = "ucx",
                                            .stays = 50,
                                            .prepare = prepare,
                                            .open = open_conduit,
                                            .connect = connect_conduit,
                                            .close = close_all,
                                            .describe = describe,
                                            .show = show,
                                            .send = upcr_ucx_send,
                                            .put = upcr_ucx_put,
                                            .get = upcr_ucx_get,
                                            .is_in_order = is_in_order,
                                            .progress = upcr_ucx_progress,
                                            .is_taken = upcr_ucx_is_taken,
                                            .descriptors = upcr_ucx_descriptors,
                                            .arm = upcr_ucx_arm};

const struct upcr_conduit *const upcr_conduit_ucx = &conduit;
