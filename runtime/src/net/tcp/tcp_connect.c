/* SPDX-License-Identifier: Apache-2.0 */
/* Connections. A process that sends to a peer without a connection makes one: connect, hello, and
 * the peer's welcome, after which frames may follow. If two processes call each other at the same
 * time, the call of the lower number counts: that process closes the other's connection, and the
 * other one gives its own up when the hello comes. So both agree on one connection before a frame
 * is sent. */
#include <errno.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "../../base/log.h"
#include "../../base/sockets.h"
#include "tcp.h"

enum { BACKLOG = 4096 };

void upcr_tcp_watch(struct upcr_tcp_source *source, bool readable, bool writable, bool is_new) {
  struct epoll_event event = {.events = (readable ? EPOLLIN : 0u) | (writable ? EPOLLOUT : 0u),
                              .data.ptr = source};
  if (epoll_ctl(upcr_tcp.set, is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, source->fd, &event) != 0)
    upcr_fatal("%s: cannot watch a connection: %m", upcr_tcp.description);
}

int upcr_tcp_listen(const struct sockaddr_storage *address, socklen_t length, char *err,
                    size_t errlen) {
  int fd = upcr_socket(address->ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  upcr_tcp.listener = (struct upcr_tcp_source){.is = UPCR_TCP_LISTENER, .fd = fd};
  if (fd < 0 || upcr_bind(fd, address, length) != 0 || upcr_listen(fd, BACKLOG) != 0)
    return upcr_fail(err, errlen, "cannot listen for connections: %m");
  upcr_tcp_watch(&upcr_tcp.listener, true, false, true);
  return 0;
}

void upcr_tcp_not_paced(int fd) {
  char name[16] = "";
  socklen_t length = sizeof name - 1;
  getsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, name, &length);
  if (strncmp(name, "bbr", 3) == 0 && setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, "cubic", 5) != 0)
    setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, "reno", 4);
}

static void send_at_once(int fd) {
  int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  upcr_tcp_not_paced(fd);
}

/* Called once for a connection, new or to come. */
static void count_connection(struct upcr_tcp_peer *peer) {
  if (upcr_tcp.open < UPCR_TCP_WATCHED)
    upcr_tcp.watched[upcr_tcp.open] = peer;
  upcr_tcp.open++;
}

void upcr_tcp_lost(struct upcr_tcp_peer *peer, const char *doing, int error) {
  int number = upcr_tcp_number(peer);
  if (!upcr_conduit_is_over())
    upcr_fatal("%s: cannot %s process %d: %s", upcr_tcp.description, doing, number,
               error ? strerror(error) : "it has closed the connection");
  peer->state = UPCR_TCP_GONE; /* another thread may be reading: the descriptor stays */
  epoll_ctl(upcr_tcp.set, EPOLL_CTL_DEL, peer->source.fd, 0);
  upcr_tcp_free_frames(peer);
}

void upcr_tcp_call(struct upcr_tcp_peer *peer) {
  socklen_t length =
      peer->address.any.sa_family == AF_INET ? sizeof peer->address.v4 : sizeof peer->address.v6;
  int fd = upcr_socket(peer->address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0)
    upcr_fatal("%s: no socket for a connection to process %d: %m%s", upcr_tcp.description,
               upcr_tcp_number(peer), errno == EMFILE ? "; use a higher limit (ulimit -n)" : "");
  send_at_once(fd);
  peer->source.fd = fd;
  peer->state = UPCR_TCP_CALLING;
  count_connection(peer);
  bool is_made = upcr_connect(fd, &peer->address.any, length) == 0;
  if (!is_made && errno != EINPROGRESS) {
    upcr_tcp_lost(peer, "connect to", errno);
    return;
  }
  upcr_tcp_watch(&peer->source, false, true, true);
}

void upcr_tcp_greet(struct upcr_tcp_peer *peer) {
  struct upcr_tcp_hello hello = {
      .token = peer->token, .peer = (uint32_t)upcr_tcp.own, .version = UPCR_TCP_VERSION};
  int error = 0;
  socklen_t length = sizeof error;
  getsockopt(peer->source.fd, SOL_SOCKET, SO_ERROR, &error, &length);
  if (error == 0 && upcr_send(peer->source.fd, &hello, sizeof hello, MSG_NOSIGNAL) != sizeof hello)
    error = errno; /* the buffer of a new socket has room */
  if (error) {
    upcr_tcp_lost(peer, "connect to", error);
    return;
  }
  peer->state = UPCR_TCP_GREETED;
  upcr_tcp_watch(&peer->source, true, false, false);
}

void upcr_tcp_welcomed(struct upcr_tcp_peer *peer) {
  peer->state = UPCR_TCP_OPEN;
  upcr_tcp_flush(peer);
}

void upcr_tcp_accept(void) {
  for (int fd; (fd = upcr_accept(upcr_tcp.listener.fd, SOCK_CLOEXEC | SOCK_NONBLOCK)) >= 0;) {
    struct upcr_tcp_guest *guest = calloc(1, sizeof *guest);
    if (!guest)
      upcr_fatal("%s: out of memory for a connection", upcr_tcp.description);
    guest->source = (struct upcr_tcp_source){.is = UPCR_TCP_GUEST, .fd = fd};
    send_at_once(fd);
    upcr_tcp_watch(&guest->source, true, false, true);
  }
  if (errno == EMFILE || errno == ENFILE)
    upcr_fatal("%s: cannot accept a connection: %m; use a higher limit (ulimit -n)",
               upcr_tcp.description);
}

static void send_away(struct upcr_tcp_guest *guest) {
  close(guest->source.fd);
  free(guest);
}

/* True if the guest's connection is the one to its process. */
static bool is_taken(const struct upcr_tcp_peer *peer) {
  return peer->state == UPCR_TCP_UNUSED || peer->state == UPCR_TCP_REFUSED ||
         ((peer->state == UPCR_TCP_CALLING || peer->state == UPCR_TCP_GREETED) &&
          upcr_tcp_number(peer) < upcr_tcp.own);
}

static void adopt(struct upcr_tcp_peer *peer, int fd) {
  static const struct {
    struct upcr_tcp_frame head;
    char padding[UPCR_TCP_ALIGNED - sizeof(struct upcr_tcp_frame) % UPCR_TCP_ALIGNED];
  } welcome = {.head.kind = UPCR_TCP_WELCOME};
  if (peer->source.fd >= 0)
    close(peer->source.fd);
  if (peer->state == UPCR_TCP_UNUSED)
    count_connection(peer);
  peer->source.fd = fd;
  upcr_tcp_watch(&peer->source, true, false, false);
  peer->begin = peer->end = 0;
  if (upcr_send(fd, &welcome, sizeof welcome, MSG_NOSIGNAL) == sizeof welcome)
    upcr_tcp_welcomed(peer);
  else
    upcr_tcp_lost(peer, "answer", errno);
}

/* The bytes come from anyone who knows the port: one that is no process of the job is sent away. */
void upcr_tcp_meet(struct upcr_tcp_guest *guest) {
  ssize_t n = upcr_recv(guest->source.fd, (char *)&guest->hello + guest->have,
                        sizeof guest->hello - guest->have, 0);
  if (n < 0 && (errno == EAGAIN || errno == EINTR))
    return;
  if (n > 0)
    guest->have += (size_t)n;
  if (n > 0 && guest->have < sizeof guest->hello)
    return;
  const struct upcr_tcp_hello *hello = &guest->hello;
  bool is_ours = n > 0 && hello->token == upcr_tcp.token &&
                 hello->peer < (uint32_t)upcr_tcp.peer_count &&
                 hello->peer != (uint32_t)upcr_tcp.own && hello->version == UPCR_TCP_VERSION;
  pthread_mutex_lock(&upcr_tcp.mutex);
  if (is_ours && is_taken(&upcr_tcp.peers[hello->peer])) {
    adopt(&upcr_tcp.peers[hello->peer], guest->source.fd);
    free(guest);
  } else {
    send_away(guest);
  }
  pthread_mutex_unlock(&upcr_tcp.mutex);
}
