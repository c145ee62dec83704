/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of the endpoint, and what peers need to know of it. */
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <string.h>

#include "../../base/log.h"
#include "../../base/sockets.h"
#include "../conduit_blob.h"
#include "../conduit_interface.h"
#include "tcp.h"

static socklen_t length_of(const struct sockaddr *address) {
  return address->sa_family == AF_INET    ? sizeof(struct sockaddr_in)
         : address->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                          : 0;
}

/* Suitability of an interface's address; 0: unusable. */
static int suits(const struct upcr_conduit_wish *wish, const struct ifaddrs *at) {
  char text[UPCR_INTERFACE_NAME_MAX];
  if (!at->ifa_addr || !(at->ifa_flags & IFF_UP) || length_of(at->ifa_addr) == 0)
    return 0;
  int suited = 1 + (at->ifa_addr->sa_family == AF_INET);
  bool loopback = upcr_interface_is_loopback(at->ifa_addr),
       link_local = upcr_interface_is_link_local(at->ifa_addr);
  upcr_interface_text(at->ifa_addr, text);
  if (wish->interface && *wish->interface)
    return (strcmp(wish->interface, at->ifa_name) == 0 && !link_local) ||
                   strcmp(wish->interface, text) == 0
               ? suited
               : 0;
  return wish->local ? loopback * suited : !loopback && !link_local ? suited : 0;
}

socklen_t upcr_tcp_choose(const struct upcr_conduit_wish *wish, struct sockaddr_storage *address,
                          char *err, size_t errlen) {
  struct ifaddrs *all;
  int best = 0;
  socklen_t length = 0;
  char name[UPCR_INTERFACE_NAME_MAX];
  if (wish->interface && *wish->interface &&
      upcr_interface_name(wish->interface, name, err, errlen) != 0)
    return 0;
  if (getifaddrs(&all) != 0) {
    upcr_fail(err, errlen, "cannot list the network interfaces: %m");
    return 0;
  }
  memset(address, 0, sizeof *address);
  for (struct ifaddrs *at = all; at; at = at->ifa_next) {
    int suited = suits(wish, at);
    if (suited <= best)
      continue;
    best = suited;
    length = length_of(at->ifa_addr);
    memcpy(address, at->ifa_addr, length);
  }
  freeifaddrs(all);
  if (length == 0)
    upcr_fail(err, errlen, "no network interface that is up has an address that %s",
              wish->local ? "is loopback" : "other hosts can reach (UPC_INTERFACE names one)");
  return length;
}

int upcr_tcp_write_address(void *address, size_t *length, char *err, size_t errlen) {
  struct upcr_blob blob = {.at = address,
                           .end = (unsigned char *)address + UPCR_CONDUIT_ADDRESS_MAX};
  struct sockaddr_storage own;
  socklen_t bytes = sizeof own;
  if (upcr_getsockname(upcr_tcp.listener.fd, &own, &bytes) != 0)
    return upcr_fail(err, errlen, "cannot read the address of a socket: %m");
  upcr_blob_write_number(&blob, upcr_tcp.token);
  upcr_blob_write_number(&blob, bytes);
  upcr_blob_write(&blob, &own, bytes);
  *length = (size_t)(blob.at - (unsigned char *)address);
  return 0;
}

int upcr_tcp_read_address(const void *address, size_t length, struct upcr_tcp_peer *peer) {
  unsigned char *begin = (unsigned char *)(uintptr_t)address;
  struct upcr_blob blob = {.at = begin, .end = begin + length};
  peer->token = upcr_blob_read_number(&blob);
  size_t bytes = upcr_blob_read_number(&blob);
  const void *socket = bytes <= sizeof peer->address ? upcr_blob_read(&blob, bytes) : 0;
  if (!socket)
    return -1;
  memcpy(&peer->address, socket, bytes);
  return 0;
}
