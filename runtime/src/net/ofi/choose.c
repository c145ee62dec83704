/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses the provider and its interface. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../conduit_interface.h"
#include "ofi.h"

/* The best first. tcp without a layer above it is in libfabric 2. Used only on request: shm (one
 * host), udp (unreliable below a slow layer), net (stalls). */
static const char *const preferred[] = {"cxi", "efa", "verbs;ofi_rxm", "psm2",
                                        "opx", "tcp", "tcp;ofi_rxm",   "sockets"};
enum { PREFERRED = sizeof preferred / sizeof *preferred };

static bool is_set(const char *text) { return text && *text; }

static const struct sockaddr *ip_of(const struct fi_info *info) {
  bool ip = info->addr_format == FI_SOCKADDR || info->addr_format == FI_SOCKADDR_IN ||
            info->addr_format == FI_SOCKADDR_IN6;
  return ip ? info->src_addr : 0;
}

void upcr_ofi_address_text(const struct fi_info *info, char *text, size_t n) {
  char address[UPCR_INTERFACE_NAME_MAX] = "";
  if (ip_of(info))
    upcr_interface_text(ip_of(info), address);
  snprintf(text, n, "%s", address);
}

/* An offer has a domain, which is an interface or an adapter, and may have an address. */
int upcr_ofi_suits(const struct fi_info *info, const struct upcr_conduit_wish *wish) {
  const struct sockaddr *ip = ip_of(info);
  if (is_set(wish->interface))
    return strcmp(info->domain_attr->name, wish->interface) == 0 ||
                   (ip && upcr_interface_matches(wish->interface, ip))
               ? 1 + (ip && ip->sa_family == AF_INET)
               : 0;
  bool loopback = ip && upcr_interface_is_loopback(ip);
  if (!wish->local)
    return loopback || (ip && upcr_interface_is_link_local(ip))
               ? 0
               : 1 + (ip && ip->sa_family == AF_INET);
  if (!loopback)
    return is_set(wish->provider) ? 1 : 0;
  return 2 + (ip->sa_family == AF_INET);
}

int upcr_ofi_rank(const char *provider, const struct upcr_conduit_wish *wish) {
  if (is_set(wish->provider))
    return 0;
  for (int i = 0; i < PREFERRED; i++)
    if (strcmp(provider, preferred[i]) == 0)
      return i;
  return -1;
}

struct fi_info *upcr_ofi_best(struct fi_info *all, const struct upcr_conduit_wish *wish) {
  struct fi_info *found = 0;
  int found_rank = 0, found_suits = 0;
  for (struct fi_info *at = all; at; at = at->next) {
    int its_rank = upcr_ofi_rank(at->fabric_attr->prov_name, wish),
        its_suits = upcr_ofi_suits(at, wish);
    if (its_rank < 0 || its_suits == 0 || at->ep_attr->max_msg_size < UPCR_OFI_BUFFER)
      continue;
    if (!found || its_rank < found_rank || (its_rank == found_rank && its_suits > found_suits)) {
      found = at;
      found_rank = its_rank;
      found_suits = its_suits;
    }
  }
  return found;
}

static void set_requirements(struct fi_info *hints) {
  hints->ep_attr->type = FI_EP_RDM;
  hints->caps = FI_MSG | FI_RMA;
  hints->mode = FI_CONTEXT | FI_CONTEXT2;
  hints->tx_attr->msg_order = hints->rx_attr->msg_order = FI_ORDER_SAS;
  hints->tx_attr->op_flags =
      FI_DELIVERY_COMPLETE; /* only transfers use it, but an offer must know it */
  hints->domain_attr->threading = FI_THREAD_DOMAIN;
  hints->domain_attr->control_progress = hints->domain_attr->data_progress = FI_PROGRESS_MANUAL;
  hints->domain_attr->resource_mgmt = FI_RM_ENABLED;
  hints->domain_attr->mr_mode =
      FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT;
}

/* Appends "name, " for each new provider of the list, or "provider on interface". */
static void list(char *text, size_t n, const struct fi_info *all, bool interfaces) {
  text[0] = 0;
  for (const struct fi_info *at = all; at; at = at->next) {
    char one[128];
    size_t length = strlen(text);
    snprintf(one, sizeof one, interfaces ? "%s on %s" : "%s", at->fabric_attr->prov_name,
             at->domain_attr->name);
    const char *seen = strstr(text, one);
    while (seen && seen[strlen(one)] != ',' && seen[strlen(one)] != 0)
      seen = strstr(seen + 1, one);
    if (!seen)
      snprintf(text + length, n - length, "%s%s", length ? ", " : "", one);
  }
}

static void complain(const struct upcr_conduit_wish *wish, struct fi_info *usable, char *err,
                     size_t errlen) {
  char text[512];
  const char *left_out = getenv("FI_PROVIDER"); /* libfabric leaves other providers out */
  struct fi_info *all = 0;
  if (usable) {
    list(text, sizeof text, usable, true);
    upcr_fail(err, errlen,
              "libfabric has no provider%s%s%s for interface '%s' (UPC_INTERFACE); it offers: %s",
              is_set(wish->provider) ? " '" : "", is_set(wish->provider) ? wish->provider : "",
              is_set(wish->provider) ? "'" : "",
              is_set(wish->interface) ? wish->interface
              : wish->local          ? "lo"
                                     : "other than loopback",
              text);
    return;
  }
  upcr_ofi_getinfo(0, &all);
  list(text, sizeof text, all, false);
  if (all)
    upcr_ofi_library.freeinfo(all);
  upcr_fail(err, errlen,
            "libfabric has no provider%s%s%s (UPC_OFI_PROVIDER) with reliable messages and remote "
            "memory access; it has: %s%s%s",
            is_set(wish->provider) ? " '" : "", is_set(wish->provider) ? wish->provider : "",
            is_set(wish->provider) ? "'" : "", text[0] ? text : "none",
            left_out ? ", as FI_PROVIDER is " : "", left_out ? left_out : "");
}

struct fi_info *upcr_ofi_offers(const struct upcr_conduit_wish *wish) {
  struct fi_info *hints = upcr_ofi_library.dupinfo(0), *all = 0;
  bool made = hints &&
              (!is_set(wish->provider) || (hints->fabric_attr->prov_name = strdup(wish->provider)));
  if (made) {
    set_requirements(hints);
    if (upcr_ofi_getinfo(hints, &all) != 0)
      all = 0;
  }
  if (hints)
    upcr_ofi_library.freeinfo(hints);
  return all;
}

/* The same offer with writes in order and messages behind them, if the provider keeps that order;
 * takes `info`. */
static struct fi_info *in_order(struct fi_info *info) {
  struct fi_info *hints = upcr_ofi_library.dupinfo(info), *found = 0;
  if (!hints)
    return info;
  hints->tx_attr->msg_order |= UPCR_OFI_IN_ORDER;
  hints->rx_attr->msg_order |= UPCR_OFI_IN_ORDER;
  bool is_kept = upcr_ofi_getinfo(hints, &found) == 0 && found;
  upcr_ofi_library.freeinfo(hints);
  if (!is_kept)
    return info;
  upcr_ofi_library.freeinfo(info);
  return found;
}

struct fi_info *upcr_ofi_choose(const struct upcr_conduit_wish *wish, char *err, size_t errlen) {
  struct fi_info *all = upcr_ofi_offers(wish), *found = upcr_ofi_best(all, wish), *chosen = 0;
  if (!found)
    complain(wish, all, err, errlen);
  else if (!(chosen = upcr_ofi_library.dupinfo(found)))
    upcr_fail(err, errlen, "out of memory");
  if (all)
    upcr_ofi_library.freeinfo(all);
  if (!chosen)
    return 0;
  chosen = in_order(chosen);
  chosen->tx_attr->op_flags =
      0; /* a message needs no word from the other side that it has arrived */
  return chosen;
}
