/* SPDX-License-Identifier: Apache-2.0 */
/* Opening and closing, progress, and the table. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <unistd.h>

#include "../../base/log.h"
#include "../conduit_interface.h"
#include "tcp.h"

struct upcr_tcp upcr_tcp;

enum {
  EVENTS = 64,     /* descriptors that one call of epoll_wait returns */
  POLLS_AFTER = 16 /* calls of progress: connections are made rarely */
};

static void close_fd(int fd) {
  if (fd >= 0)
    close(fd);
}

static void close_all(void) {
  for (int i = 0; i < upcr_tcp.peer_count; i++) {
    close_fd(upcr_tcp.peers[i].source.fd);
    upcr_tcp_free_frames(&upcr_tcp.peers[i]);
    free(upcr_tcp.peers[i].buffer);
  }
  close_fd(upcr_tcp.listener.fd);
  close_fd(upcr_tcp.set);
  free(upcr_tcp.peers);
  free(upcr_tcp.regions);
  pthread_mutex_destroy(&upcr_tcp.mutex);
  memset(&upcr_tcp, 0, sizeof upcr_tcp);
}

static int open_all(const struct upcr_conduit_wish *wish, const struct upcr_conduit_region *regions,
                    int count, void *address, size_t *length, char *err, size_t errlen) {
  struct sockaddr_storage own;
  char text[UPCR_INTERFACE_NAME_MAX];
  size_t bytes = (size_t)count * sizeof *regions;
  socklen_t own_length = upcr_tcp_choose(wish, &own, err, errlen);
  if (own_length == 0)
    return -1;
  upcr_interface_text((struct sockaddr *)&own, text);
  snprintf(upcr_tcp.description, sizeof upcr_tcp.description, "TCP on %s", text);
  if (!(upcr_tcp.regions = malloc(bytes ? bytes : 1)))
    return upcr_fail(err, errlen, "out of memory");
  if (bytes > 0)
    memcpy(upcr_tcp.regions, regions, bytes);
  upcr_tcp.region_count = count;
  if (getrandom(&upcr_tcp.token, sizeof upcr_tcp.token, 0) != sizeof upcr_tcp.token)
    return upcr_fail(err, errlen, "no random number: %m");
  if ((upcr_tcp.set = epoll_create1(EPOLL_CLOEXEC)) < 0)
    return upcr_fail(err, errlen, "cannot watch connections: %m");
  return upcr_tcp_listen(&own, own_length, err, errlen) != 0
             ? -1
             : upcr_tcp_write_address(address, length, err, errlen);
}

static int open_conduit(const struct upcr_conduit_wish *wish,
                        const struct upcr_conduit_region *regions, int count,
                        upcr_conduit_receive *receive, void *address, size_t *length, char *err,
                        size_t errlen) {
  upcr_tcp = (struct upcr_tcp){.set = -1, .listener.fd = -1, .receive = receive};
  pthread_mutex_init(&upcr_tcp.mutex, 0);
  int status = open_all(wish, regions, count, address, length, err, errlen);
  if (status != 0)
    close_all();
  return status;
}

static int connect_conduit(int peers, int own, const void *addresses, size_t stride, char *err,
                           size_t errlen) {
  upcr_tcp.peers = calloc((size_t)peers, sizeof *upcr_tcp.peers);
  if (!upcr_tcp.peers)
    return upcr_fail(err, errlen, "out of memory");
  upcr_tcp.peer_count = peers;
  upcr_tcp.own = own;
  for (int i = 0; i < peers; i++) {
    struct upcr_tcp_peer *peer = &upcr_tcp.peers[i];
    peer->source = (struct upcr_tcp_source){.is = UPCR_TCP_PEER, .fd = -1};
    if (upcr_tcp_read_address((const char *)addresses + (size_t)i * stride,
                              UPCR_CONDUIT_ADDRESS_MAX, peer) != 0)
      return upcr_fail(err, errlen, "the address of process %d cannot be read", i);
  }
  return 0;
}

static void prepare(void) {}

static const char *describe(void) { return upcr_tcp.description; }

static bool show(const struct upcr_conduit_wish *wish, FILE *out) {
  struct sockaddr_storage own;
  char err[512], text[UPCR_INTERFACE_NAME_MAX];
  bool found = upcr_tcp_choose(wish, &own, err, sizeof err) != 0;
  if (found)
    upcr_interface_text((struct sockaddr *)&own, text);
  fprintf(out, "tcp: sockets\n    %s\n", found ? text : err);
  return found;
}

static bool is_in_order(void) { return true; }

/* Sends and reads what can be, of one connection. */
static bool go_on(struct upcr_tcp_peer *peer, bool has_room) {
  bool took = false;
  pthread_mutex_lock(&upcr_tcp.mutex);
  if (peer->state == UPCR_TCP_CALLING && has_room)
    upcr_tcp_greet(peer);
  else if (peer->state == UPCR_TCP_OPEN && peer->first)
    took = upcr_tcp_flush(peer);
  bool reads = peer->state == UPCR_TCP_GREETED || peer->state == UPCR_TCP_OPEN;
  pthread_mutex_unlock(&upcr_tcp.mutex);
  return (reads && upcr_tcp_read(peer)) || took;
}

static bool poll_set(void) {
  struct epoll_event events[EVENTS];
  int count = epoll_wait(upcr_tcp.set, events, EVENTS, 0);
  bool did = false;
  for (int i = 0; i < count; i++) {
    struct upcr_tcp_source *source = events[i].data.ptr;
    if (source->is == UPCR_TCP_LISTENER)
      upcr_tcp_accept();
    else if (source->is == UPCR_TCP_GUEST)
      upcr_tcp_meet((struct upcr_tcp_guest *)source);
    else
      did |= go_on((struct upcr_tcp_peer *)source, events[i].events & (EPOLLOUT | EPOLLERR));
  }
  return did || count > 0;
}

/* Sends frames that were held back. Returns the number of connections to be read without a poll of
 * the set, which costs more than reading an empty connection; 0: the set is to be polled. */
static int begin_turn(void) {
  pthread_mutex_lock(&upcr_tcp.mutex);
  upcr_tcp_send_held();
  int open = upcr_tcp.open;
  pthread_mutex_unlock(&upcr_tcp.mutex);
  unsigned turn = atomic_fetch_add_explicit(&upcr_tcp.turns, 1, memory_order_relaxed);
  return open > UPCR_TCP_WATCHED || turn >= POLLS_AFTER ? 0 : open;
}

static bool advance(void) {
  int count = begin_turn();
  bool did = false;
  if (count == 0) {
    atomic_store_explicit(&upcr_tcp.turns, 0, memory_order_relaxed);
    return poll_set();
  }
  for (int i = 0; i < count; i++)
    did |= go_on(upcr_tcp.watched[i], false);
  return did;
}

/* The flag's acquire and release order what one thread after the other does with the reading
 * side. */
static bool progress(void) {
  if (atomic_exchange_explicit(&upcr_tcp.progressing, true, memory_order_acquire))
    return false;
  bool did = advance();
  atomic_store_explicit(&upcr_tcp.progressing, false, memory_order_release);
  return did;
}

static bool is_taken(void) {
  return atomic_load_explicit(&upcr_tcp.progressing, memory_order_relaxed);
}

static int descriptors(int fds[UPCR_CONDUIT_DESCRIPTORS]) {
  fds[0] = upcr_tcp.set;
  return 1;
}

/* The set is readable as long as anything is left. After the sleep it is polled. */
static bool arm(void) {
  pthread_mutex_lock(&upcr_tcp.mutex);
  upcr_tcp_send_held();
  pthread_mutex_unlock(&upcr_tcp.mutex);
  atomic_store_explicit(&upcr_tcp.turns, POLLS_AFTER, memory_order_relaxed);
  return true;
}

static const struct upcr_conduit conduit = {.name = "tcp",
                                            .prepare = prepare,
                                            .open = open_conduit,
                                            .connect = connect_conduit,
                                            .close = close_all,
                                            .describe = describe,
                                            .show = show,
                                            .send = upcr_tcp_send,
                                            .put = upcr_tcp_put,
                                            .get = upcr_tcp_get,
                                            .write = upcr_tcp_write,
                                            .is_in_order = is_in_order,
                                            .progress = progress,
                                            .is_taken = is_taken,
                                            .descriptors = descriptors,
                                            .arm = arm};

const struct upcr_conduit *const upcr_conduit_tcp = &conduit;
