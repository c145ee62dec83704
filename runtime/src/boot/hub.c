/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "hub.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bootstrap/io.h"
#include "../base/log.h"

enum {
  SECRET_BYTES = (UPCR_HUB_SECRET - 1) / 2,
  SECONDS = 30,      /* time limit for supervisors to connect */
  HELLO_SECONDS = 5, /* time limit for a connection's first message */
};

/* A supervisor's first message on each of its connections; the hub answers a right one with one
 * byte. */
struct hello {
  char magic[8];
  unsigned char secret[SECRET_BYTES];
  int32_t node, channel;
};
static const char magic[8] = "upc-hub1";

static struct hello own;
static int listener = -1;

/* Writes an address of IPv4 or IPv6 that other hosts may reach to text[INET6_ADDRSTRLEN]; an empty
 * text for any other. */
static void address_text(const struct sockaddr *address, char *text) {
  int family = address->sa_family;
  const void *bytes = 0;
  if (family == AF_INET)
    bytes = &((const struct sockaddr_in *)(const void *)address)->sin_addr;
  else if (family == AF_INET6)
    bytes = &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
  text[0] = 0;
  if (bytes && (family == AF_INET || !IN6_IS_ADDR_LINKLOCAL((const struct in6_addr *)bytes)))
    inet_ntop(family, bytes, text, INET6_ADDRSTRLEN);
}

/* Writes the address as text if it is of an interface that is up and asked for: else "". */
static void offered_text(const struct ifaddrs *of, const char *interface, char *text) {
  text[0] = 0;
  if (of->ifa_addr && of->ifa_flags & IFF_UP)
    address_text(of->ifa_addr, text);
  if (*interface && strcmp(interface, of->ifa_name) != 0 && strcmp(interface, text) != 0)
    text[0] = 0;
}

/* Appends ",address:port" to the list of n bytes. False, and the list as it was: no room. */
static bool append_address(char *list, size_t n, const char *text, bool is_ipv4, int port) {
  size_t used = strlen(list);
  int more = snprintf(list + used, n - used, is_ipv4 ? "%s%s:%d" : "%s[%s]:%d", used ? "," : "",
                      text, port);
  if (more >= 0 && (size_t)more < n - used)
    return true;
  list[used] = 0;
  return false;
}

/* IPv4 and IPv6 addresses of the interfaces that are up, or of the one asked for, each with the
 * port; loopback last. */
static void own_addresses(const char *interface, int port, char *out, size_t n) {
  struct ifaddrs *all = 0;
  bool has_room = true;
  out[0] = 0;
  if (getifaddrs(&all) != 0)
    return;
  for (int loopback = 0; loopback < 2; loopback++)
    for (struct ifaddrs *at = all; at && has_room; at = at->ifa_next) {
      char text[INET6_ADDRSTRLEN];
      offered_text(at, interface, text);
      if (*text && !(at->ifa_flags & IFF_LOOPBACK) == !loopback)
        has_room = append_address(out, n, text, at->ifa_addr->sa_family == AF_INET, port);
    }
  freeifaddrs(all);
}

static int port_of(int fd) {
  struct sockaddr_storage bound;
  socklen_t n = sizeof bound;
  if (getsockname(fd, (struct sockaddr *)&bound, &n) != 0)
    return 0;
  return ntohs(bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)(void *)&bound)->sin6_port
                                           : ((struct sockaddr_in *)(void *)&bound)->sin_port);
}

/* Opens a listener for IPv6 and IPv4, or for IPv4 alone if there is no IPv6. */
static int open_listener(void) {
  struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_ANY_INIT};
  struct sockaddr_in four = {.sin_family = AF_INET};
  int off = 0, fd = upcr_socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd >= 0)
    setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  if (fd >= 0 && upcr_bind(fd, (struct sockaddr *)&six, sizeof six) == 0 &&
      upcr_listen(fd, SOMAXCONN) == 0)
    return fd;
  if (fd >= 0)
    close(fd);
  fd = upcr_socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd >= 0 && upcr_bind(fd, (struct sockaddr *)&four, sizeof four) == 0 &&
      upcr_listen(fd, SOMAXCONN) == 0)
    return fd;
  if (fd >= 0)
    close(fd);
  return -1;
}

int upcr_hub_listen(const char *interface, char list[UPCR_HUB_LIST], char secret[UPCR_HUB_SECRET],
                    char *err, size_t errlen) {
  if (getrandom(own.secret, SECRET_BYTES, 0) != SECRET_BYTES)
    return upcr_fail(err, errlen, "no random numbers for the job's secret: getrandom: %s",
                     strerror(errno));
  for (int i = 0; i < SECRET_BYTES; i++)
    snprintf(secret + 2 * i, 3, "%02x", own.secret[i]);
  listener = open_listener();
  if (listener < 0)
    return upcr_fail(err, errlen, "cannot listen for the other nodes: %s", strerror(errno));
  own_addresses(interface, port_of(listener), list, UPCR_HUB_LIST);
  if (*list)
    return 0;
  return upcr_fail(err, errlen, "no network interface is up%s%s%s",
                   *interface ? ", or none is '" : "", interface,
                   *interface ? "', which UPC_INTERFACE names" : "");
}

static bool equal_secrets(const unsigned char *a, const unsigned char *b) {
  unsigned char difference = 0;
  for (int i = 0; i < SECRET_BYTES; i++)
    difference |= a[i] ^ b[i];
  return difference == 0;
}

/* A caller that does not know the secret is refused; the job goes on. */
static int take_connection(int fd, int nodes, int *fds) {
  struct hello hello;
  char yes = 1;
  int64_t deadline = upcr_bootstrap_deadline(HELLO_SECONDS);
  int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  if (upcr_bootstrap_read(fd, &hello, sizeof hello, deadline) != 0 ||
      memcmp(hello.magic, magic, sizeof magic) != 0 || !equal_secrets(hello.secret, own.secret) ||
      hello.node < 1 || hello.node >= nodes || hello.channel < 0 ||
      hello.channel >= UPCR_HUB_CHANNELS ||
      fds[(hello.node - 1) * UPCR_HUB_CHANNELS + hello.channel] >= 0 ||
      upcr_bootstrap_write(fd, &yes, 1, deadline) != 0) {
    close(fd);
    return 0;
  }
  fds[(hello.node - 1) * UPCR_HUB_CHANNELS + hello.channel] = fd;
  return 1;
}

/* Three connections a node may be more than a process usually has. */
static void raise_file_limit(void) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur == files.rlim_max)
    return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

int upcr_hub_accept(int nodes, int *fds) {
  int need = (nodes - 1) * UPCR_HUB_CHANNELS;
  int64_t deadline = upcr_bootstrap_deadline(SECONDS);
  raise_file_limit();
  for (int i = 0; i < need; i++)
    fds[i] = -1;
  while (need > 0 && upcr_bootstrap_wait(listener, POLLIN, deadline) == 0) {
    int fd = accept4(listener, 0, 0, SOCK_CLOEXEC);
    if (fd >= 0)
      need -= take_connection(fd, nodes, fds);
  }
  close(listener);
  return need == 0 ? 0 : -1;
}

static int greet(int fd, char *err, size_t errlen) {
  char answer;
  int64_t deadline = upcr_bootstrap_deadline(SECONDS);
  if (upcr_bootstrap_write(fd, &own, sizeof own, deadline) != 0 ||
      upcr_bootstrap_read(fd, &answer, 1, deadline) != 0)
    return upcr_fail(err, errlen, "%s", strerror(errno));
  return 0;
}

int upcr_hub_connect(int node, const char *list, const char *secret, int *fds, char *err,
                     size_t errlen) {
  memcpy(own.magic, magic, sizeof magic);
  own.node = node;
  for (int i = 0; i < SECRET_BYTES && strlen(secret) == 2 * SECRET_BYTES; i++) {
    unsigned byte = 0;
    sscanf(secret + 2 * i, "%2x", &byte);
    own.secret[i] = (unsigned char)byte;
  }
  for (own.channel = 0; own.channel < UPCR_HUB_CHANNELS; own.channel++)
    if ((fds[own.channel] = upcr_bootstrap_connect(list, upcr_bootstrap_deadline(SECONDS), greet,
                                                   err, errlen)) < 0)
      return -1;
  return 0;
}
