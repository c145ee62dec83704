/* SPDX-License-Identifier: Apache-2.0 */
/* The endpoint and what it needs: fabric, domain, address vector, completion queue, and the timer
 * that the progress thread sleeps on beside the queue. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "../../base/log.h"
#include "../conduit_interface.h"
#include "ofi.h"

/* The queue has room for all that can be under way, so it never overflows. Some providers have no
 * descriptor, or none while progress is left to the caller (sockets). */
static int open_queue(void) {
  struct fi_cq_attr attr = {.size = upcr_ofi.under_way_max + UPCR_OFI_RECEIVES,
                            .format = FI_CQ_FORMAT_MSG,
                            .wait_obj = FI_WAIT_FD};
  if (fi_cq_open(upcr_ofi.domain, &attr, &upcr_ofi.cq, 0) == 0) {
    if (fi_control(&upcr_ofi.cq->fid, FI_GETWAIT, &upcr_ofi.cq_fd) == 0)
      return 0;
    fi_close(&upcr_ofi.cq->fid);
    upcr_ofi.cq = 0;
  }
  attr.wait_obj = FI_WAIT_NONE;
  upcr_ofi.cq_fd = -1;
  return fi_cq_open(upcr_ofi.domain, &attr, &upcr_ofi.cq, 0);
}

/* The timer serves for events without a descriptor: that the provider would now accept a refused
 * message. */
static int open_timer(char *err, size_t errlen) {
  if (upcr_ofi.cq_fd < 0)
    return 0;
  upcr_ofi.timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  if (upcr_ofi.timer < 0)
    return upcr_fail(err, errlen, "cannot make a timer: %m");
  return 0;
}

static void describe(void) {
  uint32_t version = upcr_ofi_library.version();
  struct fi_info *info = upcr_ofi.info;
  char address[UPCR_INTERFACE_NAME_MAX];
  upcr_ofi_address_text(info, address, sizeof address);
  snprintf(upcr_ofi.description, sizeof upcr_ofi.description,
           "libfabric %u.%u, provider %s on %s%s%s%s", FI_MAJOR(version), FI_MINOR(version),
           info->fabric_attr->prov_name, info->domain_attr->name, address[0] ? " (" : "", address,
           address[0] ? ")" : "");
}

int upcr_ofi_endpoint_open(char *err, size_t errlen) {
  struct fi_info *info = upcr_ofi.info;
  struct fi_av_attr av = {.type = info->domain_attr->av_type == FI_AV_UNSPEC
                                      ? FI_AV_TABLE
                                      : info->domain_attr->av_type};
  const char *step;
  int status;
  upcr_ofi.under_way_max = info->tx_attr->size ? info->tx_attr->size : 128;
  describe();
  if ((step = "open the fabric",
       status = upcr_ofi_library.fabric(info->fabric_attr, &upcr_ofi.fabric, 0)) ||
      (step = "open the domain", status = fi_domain(upcr_ofi.fabric, info, &upcr_ofi.domain, 0)) ||
      (step = "open an address vector",
       status = fi_av_open(upcr_ofi.domain, &av, &upcr_ofi.av, 0)) ||
      (step = "open a completion queue", status = open_queue()) ||
      (step = "open an endpoint", status = fi_endpoint(upcr_ofi.domain, info, &upcr_ofi.ep, 0)) ||
      (step = "bind the address vector", status = fi_ep_bind(upcr_ofi.ep, &upcr_ofi.av->fid, 0)) ||
      (step = "bind the queue",
       status = fi_ep_bind(upcr_ofi.ep, &upcr_ofi.cq->fid, FI_TRANSMIT | FI_RECV)) ||
      (step = "enable the endpoint", status = fi_enable(upcr_ofi.ep))) {
    char what[320];
    snprintf(what, sizeof what, "%s (%s)", step, upcr_ofi.description);
    return upcr_ofi_fail(err, errlen, what, status);
  }
  return open_timer(err, errlen);
}

static void close_fid(struct fid *fid) {
  if (fid)
    fi_close(fid);
}

/* Registrations that are bound to an endpoint are closed before it; others after it, since it may
 * still use them. */
void upcr_ofi_endpoint_close(void) {
  bool bound = upcr_ofi.info && (upcr_ofi.info->domain_attr->mr_mode & FI_MR_ENDPOINT);
  if (!bound)
    close_fid(upcr_ofi.ep ? &upcr_ofi.ep->fid : 0);
  upcr_ofi_unexpose();
  upcr_ofi_free_ops();
  if (bound)
    close_fid(upcr_ofi.ep ? &upcr_ofi.ep->fid : 0);
  close_fid(upcr_ofi.cq ? &upcr_ofi.cq->fid : 0);
  close_fid(upcr_ofi.av ? &upcr_ofi.av->fid : 0);
  close_fid(upcr_ofi.domain ? &upcr_ofi.domain->fid : 0);
  close_fid(upcr_ofi.fabric ? &upcr_ofi.fabric->fid : 0);
  if (upcr_ofi.timer >= 0)
    close(upcr_ofi.timer);
  if (upcr_ofi.info)
    upcr_ofi_library.freeinfo(upcr_ofi.info);
}
