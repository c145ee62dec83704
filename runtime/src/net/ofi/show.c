/* SPDX-License-Identifier: Apache-2.0 */
/* Prints what libfabric offers (upcrun -show-net). */
#include <stdio.h>
#include <string.h>

#include "../conduit_interface.h"
#include "../conduit.h"
#include "ofi.h"

static const char *name_of(const struct fi_info *info) { return info->fabric_attr->prov_name; }

static const char *why_not(const struct fi_info *info, const struct upcr_conduit_wish *wish) {
  if (info->ep_attr->max_msg_size < UPCR_OFI_BUFFER)
    return "its messages are too short";
  if (upcr_ofi_suits(info, wish) > 0)
    return "works";
  if (wish->interface && *wish->interface)
    return "not on the interface of UPC_INTERFACE";
  return wish->local ? "not loopback, and all nodes are on this host"
                     : "other hosts cannot reach it";
}

static bool is_same(const struct fi_info *a, const struct fi_info *b) {
  char one[UPCR_INTERFACE_NAME_MAX], other[UPCR_INTERFACE_NAME_MAX];
  upcr_ofi_address_text(a, one, sizeof one);
  upcr_ofi_address_text(b, other, sizeof other);
  return strcmp(name_of(a), name_of(b)) == 0 &&
         strcmp(a->domain_attr->name, b->domain_attr->name) == 0 && strcmp(one, other) == 0;
}

/* libfabric lists an offer several times, with attributes that do not matter here. */
static bool was_before(const struct fi_info *all, const struct fi_info *info) {
  for (const struct fi_info *at = all; at != info; at = at->next)
    if (is_same(at, info))
      return true;
  return false;
}

static void show_provider(FILE *out, const struct fi_info *info) {
  uint64_t mode = (uint64_t)info->domain_attr->mr_mode;
  fprintf(out, "    %s: remote memory by %s, with keys of the %s; registers %s\n", name_of(info),
          mode & FI_MR_VIRT_ADDR ? "address" : "offset",
          mode & FI_MR_PROV_KEY ? "provider" : "user",
          mode & FI_MR_LOCAL ? "local memory, too" : "no local memory");
}

static void show_interface(FILE *out, const struct fi_info *info, const char *why, char mark) {
  char address[UPCR_INTERFACE_NAME_MAX];
  upcr_ofi_address_text(info, address, sizeof address);
  fprintf(out, "      %c %s%s%s%s: %s\n", mark, info->domain_attr->name, *address ? " (" : "",
          address, *address ? ")" : "", why);
}

/* The offers of the provider of `first`. */
static void show_interfaces(FILE *out, const struct fi_info *all, const struct fi_info *first,
                            const struct fi_info *best, const struct upcr_conduit_wish *wish) {
  if (upcr_ofi_rank(name_of(first), wish) < 0) {
    fprintf(out, "        taken only where UPC_OFI_PROVIDER names it\n");
    return;
  }
  for (const struct fi_info *at = first; at; at = at->next) {
    bool chosen = best && is_same(at, best);
    if (strcmp(name_of(at), name_of(first)) == 0 && !was_before(all, at))
      show_interface(out, at, chosen ? "chosen" : why_not(at, wish), chosen ? '*' : ' ');
  }
}

static bool is_shown(const struct fi_info *all, const struct fi_info *info) {
  for (const struct fi_info *at = all; at != info; at = at->next)
    if (strcmp(name_of(at), name_of(info)) == 0)
      return true;
  return false;
}

static bool show_offers(const struct upcr_conduit_wish *wish, FILE *out) {
  struct fi_info *all = upcr_ofi_offers(wish), *best = upcr_ofi_best(all, wish);
  char err[1024];
  for (struct fi_info *at = all; at; at = at->next)
    if (!is_shown(all, at)) {
      show_provider(out, at);
      show_interfaces(out, all, at, best, wish);
    }
  if (!best && !upcr_ofi_choose(wish, err, sizeof err))
    fprintf(out, "    %s\n", err);
  if (all)
    upcr_ofi_library.freeinfo(all);
  return best != 0;
}

bool upcr_ofi_show(const struct upcr_conduit_wish *wish, FILE *out) {
  char err[256];
  struct upcr_signals signals;
  bool found = false;
  upcr_signals_save(&signals);
  if (upcr_ofi_load(err, sizeof err) != 0) {
    fprintf(out, "ofi: %s\n", err);
  } else {
    uint32_t version = upcr_ofi_library.version();
    upcr_ofi_library.kept = true; /* what it costs to load it is paid once */
    fprintf(out, "ofi: libfabric %u.%u\n", FI_MAJOR(version), FI_MINOR(version));
    found = show_offers(wish, out);
  }
  upcr_signals_restore(&signals);
  return found;
}
