/* SPDX-License-Identifier: Apache-2.0 */
/* Opening and closing of the libfabric conduit, and its table of functions. */
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../conduit.h"
#include "ofi.h"

struct upcr_ofi upcr_ofi;

static void close_all(void) {
  upcr_ofi_endpoint_close();
  upcr_order_close(&upcr_ofi.order);
  free(upcr_ofi.peers);
  free(upcr_ofi.targets);
  upcr_ofi_unload();
  pthread_mutex_destroy(&upcr_ofi.mutex);
  memset(&upcr_ofi, 0, sizeof upcr_ofi);
}

static int open_all(const struct upcr_conduit_wish *wish, const struct upcr_conduit_region *regions,
                    int count, void *address, size_t *length, char *err, size_t errlen) {
  if (upcr_ofi_load(err, errlen) != 0 || !(upcr_ofi.info = upcr_ofi_choose(wish, err, errlen)) ||
      upcr_ofi_endpoint_open(err, errlen) != 0 ||
      upcr_ofi_expose(regions, count, err, errlen) != 0 ||
      upcr_ofi_write_address(address, length, err, errlen) != 0)
    return -1;
  return upcr_ofi_post_receives(err, errlen);
}

static int open_conduit(const struct upcr_conduit_wish *wish,
                        const struct upcr_conduit_region *regions, int count,
                        upcr_conduit_receive *receive, void *address, size_t *length, char *err,
                        size_t errlen) {
  struct upcr_signals signals;
  upcr_ofi = (struct upcr_ofi){.cq_fd = -1, .timer = -1, .first_behind = -1, .last_behind = -1};
  upcr_ofi.receive = receive;
  pthread_mutex_init(&upcr_ofi.mutex, 0);
  upcr_signals_save(&signals);
  int status = open_all(wish, regions, count, address, length, err, errlen);
  upcr_signals_restore(&signals);
  if (status != 0)
    close_all();
  return status;
}

static int connect_conduit(int peers, int own, const void *addresses, size_t stride, char *err,
                           size_t errlen) {
  upcr_ofi.peers = calloc((size_t)peers, sizeof *upcr_ofi.peers);
  if (!upcr_ofi.peers || upcr_order_open(&upcr_ofi.order, peers, own, upcr_ofi.receive) != 0)
    return upcr_fail(err, errlen, "out of memory");
  upcr_ofi.peer_count = peers;
  return upcr_ofi_read_addresses(addresses, stride, err, errlen);
}

static const char *describe(void) { return upcr_ofi.description; }

/* A peer's backlog keeps the order, too. */
static bool is_in_order(void) {
  return (upcr_ofi.info->tx_attr->msg_order & UPCR_OFI_IN_ORDER) == UPCR_OFI_IN_ORDER;
}

static const struct upcr_conduit conduit = {.name = "ofi",
                                            .prepare = upcr_ofi_prepare,
                                            .open = open_conduit,
                                            .connect = connect_conduit,
                                            .close = close_all,
                                            .describe = describe,
                                            .show = upcr_ofi_show,
                                            .send = upcr_ofi_send,
                                            .put = upcr_ofi_put,
                                            .write = upcr_ofi_write,
                                            .get = upcr_ofi_get,
                                            .is_in_order = is_in_order,
                                            .progress = upcr_ofi_progress,
                                            .is_taken = upcr_ofi_is_taken,
                                            .descriptors = upcr_ofi_descriptors,
                                            .arm = upcr_ofi_arm};

const struct upcr_conduit *const upcr_conduit_ofi = &conduit;
