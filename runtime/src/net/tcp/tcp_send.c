/* SPDX-License-Identifier: Apache-2.0 */
/* Frames that leave. A frame goes to the socket at once if none waits before it; the rest of one
 * that the socket does not take waits in the peer's list. So does a write, for the message that
 * announces it: both leave in one system call, or by the next progress. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../../base/sockets.h"
#include "tcp.h"

enum { PARTS = 4, FRAMES = 16 /* in a system call */ };

static void *take_memory(size_t bytes) {
  void *memory = malloc(bytes);
  if (!memory)
    upcr_fatal("%s: out of memory for a message", upcr_tcp.description);
  return memory;
}

static size_t frame_bytes(const struct upcr_tcp_out *out) {
  size_t bytes = out->bytes ? out->head.bytes : 0;
  return sizeof out->head + bytes + upcr_tcp_padding(bytes);
}

/* Leaves out the first `skip` bytes of the parts; returns how many are left. */
static int skip_parts(struct iovec *parts, int count, size_t skip) {
  int first = 0;
  while (first < count && skip >= parts[first].iov_len)
    skip -= parts[first++].iov_len;
  if (first < count) {
    parts[first].iov_base = (char *)parts[first].iov_base + skip;
    parts[first].iov_len -= skip;
  }
  memmove(parts, parts + first, (size_t)(count - first) * sizeof *parts);
  return count - first;
}

/* Gives the parts to the socket: bytes that it took, -1 after the connection was lost. */
static ssize_t give(struct upcr_tcp_peer *peer, struct iovec *parts, int count) {
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = (size_t)count};
  ssize_t n = upcr_sendmsg(peer->source.fd, &message, MSG_NOSIGNAL);
  if (n >= 0)
    return n;
  if (errno == EAGAIN || errno == EINTR || errno == ENOBUFS)
    return 0;
  upcr_tcp_lost(peer, "send to", errno);
  return -1;
}

static char zeros[UPCR_TCP_ALIGNED];

/* The unsent rest of a frame, as parts. */
static int parts_of(struct upcr_tcp_out *out, struct iovec *parts) {
  size_t bytes = out->bytes ? out->head.bytes : 0;
  int count = 0;
  parts[count++] = (struct iovec){&out->head, sizeof out->head};
  if (bytes)
    parts[count++] = (struct iovec){(void *)(uintptr_t)out->bytes, bytes};
  if (upcr_tcp_padding(bytes))
    parts[count++] = (struct iovec){zeros, upcr_tcp_padding(bytes)};
  return skip_parts(parts, count, out->sent);
}

/* A write is over when the socket has its bytes: the caller may change them. */
static void finish(struct upcr_tcp_out *out) {
  if (out->transfer)
    atomic_fetch_sub_explicit(&out->transfer->pending, 1, memory_order_release);
  free(out);
}

/* Notes that the socket has taken `n` more bytes; frees the frames that it has whole. */
static void advance(struct upcr_tcp_peer *peer, size_t n) {
  while (peer->first) {
    struct upcr_tcp_out *out = peer->first;
    size_t rest = frame_bytes(out) - out->sent;
    if (n < rest) {
      out->sent += n;
      return;
    }
    n -= rest;
    peer->first = out->next;
    finish(out);
  }
}

static void await_room(struct upcr_tcp_peer *peer, bool awaits) {
  if (peer->awaits_room == awaits)
    return;
  peer->awaits_room = awaits;
  upcr_tcp_watch(&peer->source, true, awaits, false);
}

bool upcr_tcp_flush(struct upcr_tcp_peer *peer) {
  bool took = false;
  if (upcr_tcp.held == peer)
    upcr_tcp.held = 0;
  while (peer->first && peer->state == UPCR_TCP_OPEN) {
    struct iovec parts[FRAMES * PARTS];
    int count = 0, frames = 0;
    size_t all = 0;
    for (struct upcr_tcp_out *out = peer->first; out && frames < FRAMES; out = out->next, frames++)
      count += parts_of(out, parts + count);
    for (int i = 0; i < count; i++)
      all += parts[i].iov_len;
    ssize_t n = give(peer, parts, count);
    if (n <= 0)
      break;
    took = true;
    advance(peer, (size_t)n);
    if ((size_t)n < all)
      break;
  }
  if (peer->state == UPCR_TCP_OPEN)
    await_room(peer, peer->first != 0);
  return took;
}

static void append(struct upcr_tcp_peer *peer, struct upcr_tcp_out *out) {
  out->next = 0;
  if (peer->first)
    peer->last->next = out;
  else
    peer->first = out;
  peer->last = out;
}

/* Sends what waits, a new frame at its end, unless the socket has no room. */
static void send_on(struct upcr_tcp_peer *peer) {
  if (peer->state == UPCR_TCP_UNUSED)
    upcr_tcp_call(peer);
  else if (!peer->awaits_room)
    upcr_tcp_flush(peer);
}

void upcr_tcp_send_held(void) {
  struct upcr_tcp_peer *peer = upcr_tcp.held;
  upcr_tcp.held = 0;
  if (peer)
    send_on(peer);
}

/* Data that wait for the peer leave with the next message. */
static void hold(struct upcr_tcp_peer *peer) {
  if (upcr_tcp.held != peer)
    upcr_tcp_send_held();
  upcr_tcp.held = peer;
}

static struct upcr_tcp_frame head_of(struct upcr_tcp_peer *peer, enum upcr_tcp_kind kind,
                                     size_t bytes) {
  struct upcr_tcp_frame head = {.kind = kind, .done = peer->owed, .bytes = (uint32_t)bytes};
  peer->owed = 0;
  return head;
}

/* A frame whose bytes stay where they are. */
static void submit(struct upcr_tcp_peer *peer, struct upcr_tcp_frame head, const char *bytes,
                   struct upcr_conduit_transfer *transfer) {
  struct upcr_tcp_out *out = take_memory(sizeof *out);
  *out = (struct upcr_tcp_out){.head = head, .bytes = bytes, .transfer = transfer};
  append(peer, out);
  if (head.kind == UPCR_TCP_WRITE)
    hold(peer);
  else
    send_on(peer);
}

/* Keeps what the socket did not take of a message, whose parts are the caller's. */
static void keep(struct upcr_tcp_peer *peer, struct upcr_tcp_frame head, const struct iovec *parts,
                 size_t sent) {
  struct upcr_tcp_out *out = take_memory(sizeof *out + head.bytes);
  *out = (struct upcr_tcp_out){.head = head, .bytes = out->copy, .sent = sent};
  char *at = out->copy;
  for (int i = 0; i < 2; i++) {
    if (parts[i].iov_len)
      memcpy(at, parts[i].iov_base, parts[i].iov_len);
    at += parts[i].iov_len;
  }
  append(peer, out);
}

/* Sends a message by itself; keeps what the socket does not take. */
static void send_alone(struct upcr_tcp_peer *peer, struct upcr_tcp_frame frame,
                       const struct iovec body[2]) {
  struct iovec parts[PARTS] = {
      {&frame, sizeof frame}, body[0], body[1], {zeros, upcr_tcp_padding(frame.bytes)}};
  ssize_t sent = give(peer, parts, PARTS);
  if (sent < 0 || (size_t)sent == sizeof frame + frame.bytes + upcr_tcp_padding(frame.bytes))
    return;
  keep(peer, frame, body, (size_t)sent);
  await_room(peer, true);
}

void upcr_tcp_send(int to, const void *head, size_t head_bytes, const void *body,
                   size_t body_bytes) {
  struct upcr_tcp_peer *peer = &upcr_tcp.peers[to];
  struct iovec parts[2] = {{(void *)(uintptr_t)head, head_bytes},
                           {(void *)(uintptr_t)body, body_bytes}};
  pthread_mutex_lock(&upcr_tcp.mutex);
  struct upcr_tcp_frame frame = head_of(peer, UPCR_TCP_MESSAGE, head_bytes + body_bytes);
  if (peer->state == UPCR_TCP_OPEN && !peer->first) {
    send_alone(peer, frame, parts);
  } else if (peer->state != UPCR_TCP_GONE) {
    keep(peer, frame, parts, 0);
    send_on(peer);
  }
  pthread_mutex_unlock(&upcr_tcp.mutex);
}

static void await(struct upcr_tcp_queue *queue, struct upcr_conduit_transfer *transfer, void *to) {
  struct upcr_tcp_awaited *awaited = take_memory(sizeof *awaited);
  *awaited = (struct upcr_tcp_awaited){.transfer = transfer, .to = to};
  if (queue->first)
    queue->last->next = awaited;
  else
    queue->first = awaited;
  queue->last = awaited;
}

struct upcr_tcp_awaited *upcr_tcp_oldest(struct upcr_tcp_queue *queue) {
  struct upcr_tcp_awaited *oldest = queue->first;
  if (oldest)
    queue->first = oldest->next;
  return oldest;
}

static void start(enum upcr_tcp_kind kind, int to, int thread, uint64_t offset, char *local,
                  size_t n, struct upcr_conduit_transfer *transfer) {
  struct upcr_tcp_peer *peer = &upcr_tcp.peers[to];
  atomic_fetch_add_explicit(&transfer->pending,
                            (uint32_t)((n + UPCR_TCP_PIECE - 1) / UPCR_TCP_PIECE),
                            memory_order_relaxed);
  pthread_mutex_lock(&upcr_tcp.mutex);
  for (size_t done = 0, bytes; done < n && peer->state != UPCR_TCP_GONE; done += bytes) {
    bytes = n - done < UPCR_TCP_PIECE ? n - done : UPCR_TCP_PIECE;
    struct upcr_tcp_frame head = head_of(peer, kind, bytes);
    head.thread = (uint32_t)thread;
    head.offset = offset + done;
    if (kind == UPCR_TCP_GET)
      await(&peer->gets, transfer, local + done);
    else if (kind == UPCR_TCP_PUT)
      await(&peer->puts, transfer, 0);
    submit(peer, head, kind == UPCR_TCP_GET ? 0 : local + done,
           kind == UPCR_TCP_WRITE ? transfer : 0);
  }
  pthread_mutex_unlock(&upcr_tcp.mutex);
}

void upcr_tcp_put(int peer, int thread, uint64_t offset, const void *from, size_t n,
                  struct upcr_conduit_transfer *transfer) {
  start(UPCR_TCP_PUT, peer, thread, offset, (char *)(uintptr_t)from, n, transfer);
}

void upcr_tcp_write(int peer, int thread, uint64_t offset, const void *from, size_t n,
                    struct upcr_conduit_transfer *transfer) {
  start(UPCR_TCP_WRITE, peer, thread, offset, (char *)(uintptr_t)from, n, transfer);
}

void upcr_tcp_get(int peer, int thread, uint64_t offset, void *to, size_t n,
                  struct upcr_conduit_transfer *transfer) {
  start(UPCR_TCP_GET, peer, thread, offset, to, n, transfer);
}

void upcr_tcp_answer(struct upcr_tcp_peer *peer, const char *from, size_t n) {
  submit(peer, head_of(peer, UPCR_TCP_DATA, n), from, 0);
}

void upcr_tcp_send_done(struct upcr_tcp_peer *peer) {
  if (peer->owed)
    submit(peer, head_of(peer, UPCR_TCP_NOTHING, 0), 0, 0);
}

static void free_queue(struct upcr_tcp_queue *queue) {
  for (struct upcr_tcp_awaited *awaited; (awaited = upcr_tcp_oldest(queue));)
    free(awaited);
}

void upcr_tcp_free_frames(struct upcr_tcp_peer *peer) {
  while (peer->first) {
    struct upcr_tcp_out *next = peer->first->next;
    free(peer->first);
    peer->first = next;
  }
  free_queue(&peer->gets);
  free_queue(&peer->puts);
}
