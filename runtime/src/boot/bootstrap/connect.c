/* SPDX-License-Identifier: Apache-2.0 */
/* Connects to the first of several addresses that answers: all are tried at once. */
#define _GNU_SOURCE
#include "io.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../../base/system.h"
#include "../../base/log.h"

enum { TRIES_MAX = 16, ADDRESS_MAX = 80, WHY_MAX = 1024 };

struct tries {
  int count;
  struct pollfd poll[TRIES_MAX]; /* fd -1: failed */
  char name[TRIES_MAX][ADDRESS_MAX];
  char why[WHY_MAX]; /* of those that failed */
};

/* Only numeric addresses: names would need libraries that a static program cannot load. Returns the
 * length of the address, 0: invalid. */
static socklen_t parse(const char *text, struct sockaddr_storage *address) {
  char host[ADDRESS_MAX];
  struct sockaddr_in *four = (struct sockaddr_in *)address;
  struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
  const char *colon = strrchr(text, ':');
  long port = colon ? strtol(colon + 1, 0, 10) : 0;
  memset(address, 0, sizeof *address);
  if (port < 1 || port > 65535)
    return 0;
  snprintf(host, sizeof host, "%.*s", (int)(colon - text), text);
  size_t n = strlen(host);
  if (n > 2 && host[0] == '[' && host[n - 1] == ']') {
    host[n - 1] = 0;
    six->sin6_family = AF_INET6;
    six->sin6_port = htons((uint16_t)port);
    return inet_pton(AF_INET6, host + 1, &six->sin6_addr) == 1 ? sizeof *six : 0;
  }
  four->sin_family = AF_INET;
  four->sin_port = htons((uint16_t)port);
  return inet_pton(AF_INET, host, &four->sin_addr) == 1 ? sizeof *four : 0;
}

static void note_failure(struct tries *tries, int i, const char *why) {
  size_t used = strlen(tries->why);
  snprintf(tries->why + used, sizeof tries->why - used, "%s%s: %s", used ? ", " : "",
           tries->name[i], why);
  if (tries->poll[i].fd >= 0)
    close(tries->poll[i].fd);
  tries->poll[i].fd = -1;
}

static void begin(struct tries *tries, const char *text, size_t n) {
  struct sockaddr_storage address;
  int i = tries->count++;
  snprintf(tries->name[i], sizeof tries->name[i], "%.*s", (int)n, text);
  socklen_t length = parse(tries->name[i], &address);
  tries->poll[i] = (struct pollfd){.fd = -1, .events = POLLOUT};
  if (length == 0) {
    note_failure(tries, i, "not a numeric address and port");
    return;
  }
  int fd = tries->poll[i].fd =
      upcr_socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0 ||
      (upcr_connect(fd, (struct sockaddr *)&address, length) != 0 && errno != EINPROGRESS)) {
    note_failure(tries, i, strerror(errno));
    return;
  }
  int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
}

/* Handles a completed connection, or records its error. 1: greeted; -1: the peer refuses, with the
 * reason in err. */
static int conclude(struct tries *tries, int i, int (*greet)(int fd, char *err, size_t errlen),
                    char *err, size_t errlen) {
  int error = 0;
  socklen_t n = sizeof error;
  if (getsockopt(tries->poll[i].fd, SOL_SOCKET, SO_ERROR, &error, &n) != 0 || error != 0) {
    note_failure(tries, i, strerror(error ? error : errno));
    return 0;
  }
  int greeted = greet(tries->poll[i].fd, err, errlen);
  if (greeted == 0)
    return 1;
  if (greeted < 0)
    note_failure(tries, i, err);
  return greeted < 0 ? 0 : -1;
}

static int left(const struct tries *tries) {
  int count = 0;
  for (int i = 0; i < tries->count; i++)
    count += tries->poll[i].fd >= 0;
  return count;
}

/* The number of the try that succeeded, or -1: none, -2: the peer refuses. */
static int await(struct tries *tries, int64_t deadline,
                 int (*greet)(int fd, char *err, size_t errlen), char *err, size_t errlen) {
  while (left(tries) > 0) {
    int64_t ms = (deadline - upcr_clock_ns()) / 1000000;
    if (ms < 0)
      break;
    if (poll(tries->poll, (nfds_t)tries->count, (int)ms + 1) < 0 && errno != EINTR)
      break;
    for (int i = 0; i < tries->count; i++)
      if (tries->poll[i].fd >= 0 && tries->poll[i].revents) {
        int done = conclude(tries, i, greet, err, errlen);
        if (done != 0)
          return done > 0 ? i : -2;
      }
  }
  for (int i = 0; i < tries->count; i++)
    if (tries->poll[i].fd >= 0)
      note_failure(tries, i, "no answer");
  return -1;
}

int upcr_bootstrap_connect(const char *list, int64_t deadline,
                           int (*greet)(int fd, char *err, size_t errlen), char *err,
                           size_t errlen) {
  struct tries tries = {.count = 0};
  for (const char *at = list; *at && tries.count < TRIES_MAX; at += *at == ',') {
    size_t n = strcspn(at, ",");
    if (n > 0)
      begin(&tries, at, n);
    at += n;
  }
  int best = await(&tries, deadline, greet, err, errlen);
  for (int i = 0; i < tries.count; i++)
    if (i != best && tries.poll[i].fd >= 0)
      close(tries.poll[i].fd);
  if (best >= 0)
    return tries.poll[best].fd;
  return best == -2 ? -1
                    : upcr_fail(err, errlen, "%s", *tries.why ? tries.why : "no address is given");
}
