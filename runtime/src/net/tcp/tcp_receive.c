/* SPDX-License-Identifier: Apache-2.0 */
/* Frames that come. They are read into the connection's buffer; the bytes of a transfer that are
 * not in it yet go straight to their place. Messages are delivered from the buffer. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/log.h"
#include "../../base/sockets.h"
#include "tcp.h"

enum { ROUNDS = 8 /* system calls for a peer in a turn */ };

static void lock(void) { pthread_mutex_lock(&upcr_tcp.mutex); }
static void unlock(void) { pthread_mutex_unlock(&upcr_tcp.mutex); }

static char *place_of(const struct upcr_tcp_peer *peer, const struct upcr_tcp_frame *head) {
  uint32_t i = head->thread - (uint32_t)upcr_tcp.regions[0].thread;
  if (i >= (uint32_t)upcr_tcp.region_count || head->offset > upcr_tcp.regions[i].bytes ||
      head->bytes > upcr_tcp.regions[i].bytes - head->offset)
    upcr_fatal("%s: process %d requests %u bytes at %lu of thread %u, which are no shared memory",
               upcr_tcp.description, upcr_tcp_number(peer), head->bytes,
               (unsigned long)head->offset, head->thread);
  return (char *)upcr_tcp.regions[i].base + head->offset;
}

/* Completes the oldest put, or the oldest get, whose bytes have come. The release pairs with the
 * acquire of the thread that waits. */
static void complete(struct upcr_tcp_awaited *awaited) {
  atomic_fetch_sub_explicit(&awaited->transfer->pending, 1, memory_order_release);
  free(awaited);
}

static void complete_puts(struct upcr_tcp_peer *peer, uint32_t count) {
  lock();
  for (struct upcr_tcp_awaited *oldest; count && (oldest = upcr_tcp_oldest(&peer->puts)); count--)
    complete(oldest);
  unlock();
}

static void all_bytes_came(struct upcr_tcp_peer *peer) {
  lock();
  if (peer->kind == UPCR_TCP_PUT)
    peer->owed++;
  else if (peer->kind == UPCR_TCP_DATA)
    complete(upcr_tcp_oldest(&peer->gets));
  unlock();
}

/* Where the bytes of a DATA frame go. */
static char *place_of_oldest_get(struct upcr_tcp_peer *peer) {
  lock();
  char *to = peer->gets.first ? peer->gets.first->to : 0;
  unlock();
  if (!to)
    upcr_fatal("%s: process %d answers without a request", upcr_tcp.description,
               upcr_tcp_number(peer));
  return to;
}

/* Begins to take the bytes behind a head, with those that are in the buffer. */
static void begin_bytes(struct upcr_tcp_peer *peer, const struct upcr_tcp_frame *head, char *to) {
  size_t there = peer->end - peer->begin, now = head->bytes < there ? head->bytes : there;
  memcpy(to, peer->buffer + peer->begin, now);
  peer->begin += now;
  peer->kind = head->kind;
  peer->into = to + now;
  peer->rest = head->bytes - now;
  peer->padding = upcr_tcp_padding(head->bytes);
  if (peer->rest == 0)
    all_bytes_came(peer);
}

static void answer(struct upcr_tcp_peer *peer, const struct upcr_tcp_frame *head) {
  const char *from = place_of(peer, head);
  lock();
  upcr_tcp_answer(peer, from, head->bytes);
  unlock();
}

static void welcomed(struct upcr_tcp_peer *peer) {
  lock();
  upcr_tcp_welcomed(peer);
  unlock();
}

/* Reads the head of the first frame in the buffer. False: it is not all there, or the rest of a
 * message is not. */
static bool has_frame(struct upcr_tcp_peer *peer, struct upcr_tcp_frame *head) {
  size_t there = peer->end - peer->begin;
  if (there < sizeof *head)
    return false;
  memcpy(head, peer->buffer + peer->begin, sizeof *head);
  if (head->kind != UPCR_TCP_MESSAGE)
    return true;
  if (head->bytes > UPCR_CONDUIT_MESSAGE_MAX)
    upcr_fatal("%s: process %d sends what cannot be read: the nodes run different programs",
               upcr_tcp.description, upcr_tcp_number(peer));
  return there >= sizeof *head + head->bytes + upcr_tcp_padding(head->bytes);
}

static void receive_message(struct upcr_tcp_peer *peer, size_t bytes) {
  upcr_tcp.receive(upcr_tcp_number(peer), peer->buffer + peer->begin, bytes);
  peer->begin += bytes;
  peer->padding = upcr_tcp_padding(bytes);
}

/* Executes a frame. The buffer has all of a message; of another frame perhaps only the head. */
static void do_frame(struct upcr_tcp_peer *peer, const struct upcr_tcp_frame *head) {
  peer->begin += sizeof *head;
  peer->padding = upcr_tcp_padding(0);
  if (head->done)
    complete_puts(peer, head->done);
  switch ((enum upcr_tcp_kind)head->kind) {
  case UPCR_TCP_MESSAGE:
    receive_message(peer, head->bytes);
    break;
  case UPCR_TCP_PUT:
  case UPCR_TCP_WRITE:
    begin_bytes(peer, head, place_of(peer, head));
    break;
  case UPCR_TCP_DATA:
    begin_bytes(peer, head, place_of_oldest_get(peer));
    break;
  case UPCR_TCP_GET:
    answer(peer, head);
    break;
  case UPCR_TCP_WELCOME:
    welcomed(peer);
    break;
  case UPCR_TCP_NOTHING:
    break;
  }
}

/* Passes over the padding behind a frame: true if all of it is there. */
static bool skip_padding(struct upcr_tcp_peer *peer) {
  size_t there = peer->end - peer->begin, n = peer->padding < there ? peer->padding : there;
  peer->begin += n;
  peer->padding -= n;
  return peer->padding == 0;
}

static void do_frames(struct upcr_tcp_peer *peer) {
  struct upcr_tcp_frame head;
  while (peer->rest == 0 && skip_padding(peer) && has_frame(peer, &head))
    do_frame(peer, &head);
}

/* Makes room for the whole of any message behind what has come, which keeps its alignment. */
static void make_room(struct upcr_tcp_peer *peer) {
  size_t there = peer->end - peer->begin, begin = peer->begin % UPCR_TCP_ALIGNED;
  if (there && peer->begin < UPCR_TCP_BUFFER / 2)
    return;
  if (there)
    memmove(peer->buffer + begin, peer->buffer + peer->begin, there);
  else /* the next byte is of the padding before a frame, or its first */
    begin = (UPCR_TCP_ALIGNED - peer->padding % UPCR_TCP_ALIGNED) % UPCR_TCP_ALIGNED;
  peer->begin = begin;
  peer->end = begin + there;
}

/* The connection ended. One that has not been welcomed gave way to the peer's own. */
static void ended(struct upcr_tcp_peer *peer, int error) {
  lock();
  if (peer->state == UPCR_TCP_GREETED && upcr_tcp_number(peer) < upcr_tcp.own) {
    close(peer->source.fd);
    peer->source.fd = -1;
    peer->state = UPCR_TCP_REFUSED;
  } else if (peer->state != UPCR_TCP_GONE) {
    upcr_tcp_lost(peer, "receive from", error);
  }
  unlock();
}

/* Reads once: bytes that came, 0: none, or the connection ended. *full: there may be more. */
static size_t read_some(struct upcr_tcp_peer *peer, bool *full) {
  make_room(peer);
  struct iovec parts[2] = {{peer->into, peer->rest},
                           {peer->buffer + peer->end, UPCR_TCP_BUFFER - peer->end}};
  size_t room = peer->rest + parts[1].iov_len;
  ssize_t n = peer->rest ? upcr_readv(peer->source.fd, parts, 2)
                         : upcr_recv(peer->source.fd, parts[1].iov_base, parts[1].iov_len, 0);
  *full = (size_t)n == room;
  if (n <= 0) {
    *full = false;
    if (n == 0 || (errno != EAGAIN && errno != EINTR))
      ended(peer, n == 0 ? 0 : errno);
    return 0;
  }
  size_t placed = (size_t)n < peer->rest ? (size_t)n : peer->rest;
  peer->into += placed;
  peer->end += (size_t)n - placed;
  if (peer->rest && !(peer->rest -= placed))
    all_bytes_came(peer);
  return (size_t)n;
}

bool upcr_tcp_read(struct upcr_tcp_peer *peer) {
  bool did = false, full = true;
  if (!peer->buffer && !(peer->buffer = aligned_alloc(64, UPCR_TCP_BUFFER)))
    upcr_fatal("%s: out of memory for a connection", upcr_tcp.description);
  for (int i = 0; i < ROUNDS && (full || peer->rest) && peer->source.fd >= 0; i++) {
    if (read_some(peer, &full) == 0)
      break;
    did = true;
    do_frames(peer);
  }
  if (!did)
    return false;
  lock();
  if (peer->state == UPCR_TCP_OPEN)
    upcr_tcp_send_done(peer);
  unlock();
  return true;
}
