/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "conduit_interface.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../base/log.h"

static const struct in_addr *v4(const struct sockaddr *address) {
  return address->sa_family == AF_INET
             ? &((const struct sockaddr_in *)(const void *)address)->sin_addr
             : 0;
}

static const struct in6_addr *v6(const struct sockaddr *address) {
  return address->sa_family == AF_INET6
             ? &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr
             : 0;
}

bool upcr_interface_is_loopback(const struct sockaddr *address) {
  if (v4(address))
    return ntohl(v4(address)->s_addr) >> 24 == 127;
  return v6(address) && IN6_IS_ADDR_LOOPBACK(v6(address));
}

bool upcr_interface_is_link_local(const struct sockaddr *address) {
  if (v4(address))
    return ntohl(v4(address)->s_addr) >> 16 == 0xa9fe;
  return v6(address) && IN6_IS_ADDR_LINKLOCAL(v6(address));
}

void upcr_interface_text(const struct sockaddr *address, char text[UPCR_INTERFACE_NAME_MAX]) {
  const void *bytes = v4(address) ? (const void *)v4(address) : (const void *)v6(address);
  text[0] = 0;
  if (bytes)
    inet_ntop(address->sa_family, bytes, text, UPCR_INTERFACE_NAME_MAX);
}

static bool same(const struct sockaddr *a, const struct sockaddr *b) {
  if (v4(a) && v4(b))
    return v4(a)->s_addr == v4(b)->s_addr;
  return v6(a) && v6(b) && memcmp(v6(a), v6(b), sizeof *v6(a)) == 0;
}

/* The name of the first interface that is up with `wanted` as its name, or, if address is given,
 * that has the address; one whose address reads as `wanted` else. False: none. */
static bool look_up(const char *wanted, const struct sockaddr *address,
                    char name[UPCR_INTERFACE_NAME_MAX]) {
  struct ifaddrs *all;
  bool found = false;
  if (getifaddrs(&all) != 0)
    return false;
  for (struct ifaddrs *at = all; at && !found; at = at->ifa_next) {
    char text[UPCR_INTERFACE_NAME_MAX];
    if (!at->ifa_addr || !(at->ifa_flags & IFF_UP))
      continue;
    upcr_interface_text(at->ifa_addr, text);
    found = strcmp(wanted, at->ifa_name) == 0 || strcmp(wanted, text) == 0;
    if (found && address)
      found = same(at->ifa_addr, address);
    if (found)
      snprintf(name, UPCR_INTERFACE_NAME_MAX, "%s", at->ifa_name);
  }
  freeifaddrs(all);
  return found;
}

bool upcr_interface_matches(const char *wanted, const struct sockaddr *address) {
  char name[UPCR_INTERFACE_NAME_MAX];
  return look_up(wanted, address, name);
}

/* The names of the interfaces that are up, separated by commas. */
static void list(char *text, size_t n) {
  struct ifaddrs *all;
  size_t length = 0;
  snprintf(text, n, "none");
  if (getifaddrs(&all) != 0)
    return;
  for (struct ifaddrs *at = all; at && length < n; at = at->ifa_next)
    if (at->ifa_addr && (at->ifa_flags & IFF_UP) && at->ifa_addr->sa_family == AF_INET)
      length +=
          (size_t)snprintf(text + length, n - length, "%s%s", length ? ", " : "", at->ifa_name);
  freeifaddrs(all);
}

int upcr_interface_name(const char *wanted, char name[UPCR_INTERFACE_NAME_MAX], char *err,
                        size_t errlen) {
  char all[256];
  if (look_up(wanted, 0, name))
    return 0;
  list(all, sizeof all);
  return upcr_fail(
      err, errlen,
      "no network interface that is up has the name or address '%s' (UPC_INTERFACE); there are: %s",
      wanted, all);
}

/* InfiniBand and RoCE, Omni-Path, Slingshot; EFA is among the first. */
static const char *const adapter_folders[] = {"/sys/class/infiniband", "/sys/class/hfi1",
                                              "/sys/class/cxi"};
enum { ADAPTER_FOLDERS = sizeof adapter_folders / sizeof *adapter_folders };

/* Calls `visit` for each adapter until it returns true, which is then returned. */
static bool each_adapter(bool (*visit)(const char *name, void *arg), void *arg) {
  bool found = false;
  for (int i = 0; i < ADAPTER_FOLDERS && !found; i++) {
    DIR *folder = opendir(adapter_folders[i]);
    for (struct dirent *at; folder && !found && (at = readdir(folder));)
      found = at->d_name[0] != '.' && visit(at->d_name, arg);
    if (folder)
      closedir(folder);
  }
  return found;
}

static bool is_meant(const char *name, void *wanted) {
  return !wanted || strcmp(name, wanted) == 0;
}

bool upcr_interface_has_adapter(const char *name) {
  return each_adapter(is_meant, (void *)(uintptr_t)name);
}

static bool show_adapter(const char *name, void *out) {
  fprintf(out, "    adapter %s\n", name);
  return false;
}

void upcr_interface_show(FILE *out) {
  struct ifaddrs *all;
  fprintf(out, "interfaces:\n");
  each_adapter(show_adapter, out);
  if (getifaddrs(&all) != 0)
    return;
  for (struct ifaddrs *at = all; at; at = at->ifa_next) {
    char text[UPCR_INTERFACE_NAME_MAX];
    if (!at->ifa_addr || !(at->ifa_flags & IFF_UP))
      continue;
    upcr_interface_text(at->ifa_addr, text);
    if (*text)
      fprintf(out, "    %s %s%s\n", at->ifa_name, text,
              upcr_interface_is_loopback(at->ifa_addr)     ? " (loopback)"
              : upcr_interface_is_link_local(at->ifa_addr) ? " (link-local)"
                                                           : "");
  }
  freeifaddrs(all);
}
