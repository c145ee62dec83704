/* SPDX-License-Identifier: Apache-2.0 */
/* The conduit over TCP sockets, without a library: one connection for each pair of processes that
 * communicate, made by the first of them that sends.
 *
 * A frame is a head, bytes, and padding to a multiple of UPCR_TCP_ALIGNED. A message is one frame
 * and, while the socket takes it, one system call. Bytes of transfers pass between the socket and
 * the program's memory without a copy. Frames of a connection arrive in order, so answers need no
 * names: they belong to the oldest transfers.
 *
 * Files: tcp_address (interface, what peers need to know), tcp_connect (connections), tcp_send
 * (frames that leave), tcp_receive (frames that come), tcp_conduit (progress, the table).
 *
 * `mutex` protects everything except what only the thread in `progress` uses: the reading side of
 * the peers, and guests. */
#ifndef UPCR_NET_TCP_TCP_H
#define UPCR_NET_TCP_TCP_H

#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>

#include "../conduit.h"

enum {
  UPCR_TCP_ALIGNED = 16,
  /* Bytes of a connection's buffer: twice a message. Of a transfer, what comes with the head is
   * copied once more from there, so no larger one. */
  UPCR_TCP_BUFFER = 40 << 10,
  UPCR_TCP_PIECE = 1 << 30, /* bytes of a frame of a transfer, at most */
  UPCR_TCP_WATCHED = 2      /* connections that are read without asking which are readable */
};

enum upcr_tcp_kind {
  UPCR_TCP_MESSAGE,
  UPCR_TCP_PUT,     /* bytes for a segment; to be answered by a count in `done` */
  UPCR_TCP_WRITE,   /* the same without an answer */
  UPCR_TCP_GET,     /* asks for `bytes` */
  UPCR_TCP_DATA,    /* the answer to the oldest GET */
  UPCR_TCP_NOTHING, /* only `done` */
  UPCR_TCP_WELCOME  /* the first frame of a process that accepts a connection */
};

struct upcr_tcp_frame {
  uint32_t kind;
  uint32_t done; /* PUTs of the receiver that the sender has carried out since its last frame */
  uint32_t thread, bytes;
  uint64_t offset;
};

/* The first bytes of a connection, by the process that makes it. */
struct upcr_tcp_hello {
  uint64_t token; /* that the other process has published */
  uint32_t peer;  /* the sender */
  uint32_t version;
};
enum { UPCR_TCP_VERSION = 1 };

/* A frame under way: bytes [0, sent) of head, bytes and padding are in the socket. */
struct upcr_tcp_out {
  struct upcr_tcp_out *next;
  struct upcr_tcp_frame head;
  const char *bytes; /* 0: none follow the head */
  size_t sent;
  struct upcr_conduit_transfer *transfer; /* a write to complete once all is sent, or 0 */
  char copy[];                            /* of a message */
};

/* A get or a put that waits for its answer. */
struct upcr_tcp_awaited {
  struct upcr_tcp_awaited *next;
  struct upcr_conduit_transfer *transfer;
  char *to; /* of a get */
};
struct upcr_tcp_queue {
  struct upcr_tcp_awaited *first, *last;
};

/* A descriptor of the set that the progress thread sleeps on. */
struct upcr_tcp_source {
  enum { UPCR_TCP_LISTENER, UPCR_TCP_GUEST, UPCR_TCP_PEER } is;
  int fd; /* -1: none */
};

/* An accepted connection whose peer is not known yet. */
struct upcr_tcp_guest {
  struct upcr_tcp_source source;
  size_t have;
  struct upcr_tcp_hello hello;
};

enum upcr_tcp_state {
  UPCR_TCP_UNUSED,
  UPCR_TCP_CALLING, /* connect is under way */
  UPCR_TCP_GREETED, /* the hello is sent; frames wait for the welcome */
  UPCR_TCP_REFUSED, /* the peer, of a lower number, makes a connection at the same time */
  UPCR_TCP_OPEN,
  UPCR_TCP_GONE /* the job is over */
};

struct upcr_tcp_peer {
  struct upcr_tcp_source source;
  enum upcr_tcp_state state;
  union {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
  } address;
  uint64_t token;

  struct upcr_tcp_out *first, *last; /* frames that wait for the socket, or for a connection */
  bool awaits_room;                  /* the set reports when the socket takes more */
  uint32_t owed;                     /* puts of the peer that it does not know to be carried out */
  struct upcr_tcp_queue gets, puts;  /* of this process, answers outstanding */

  char *buffer;      /* UPCR_TCP_BUFFER bytes, aligned */
  size_t begin, end; /* of what is in it */
  char *into;        /* where the rest of a transfer's bytes goes, `rest` of them, then padding */
  size_t rest, padding;
  uint32_t kind; /* of that frame */
};

struct upcr_tcp {
  pthread_mutex_t mutex;
  atomic_bool progressing;
  int set; /* epoll */
  struct upcr_tcp_source listener;
  uint64_t token; /* random: other programs that connect do not know it */
  char description[256];
  upcr_conduit_receive *receive;

  struct upcr_conduit_region *regions;
  int region_count;

  struct upcr_tcp_peer *peers;
  int peer_count, own;
  int open;                                        /* connections, and those being made */
  struct upcr_tcp_peer *watched[UPCR_TCP_WATCHED]; /* all of them, while they are no more */
  /* The one whose last frames are held back for the next one; 0: none. */
  struct upcr_tcp_peer *held;
  _Atomic unsigned turns; /* calls of progress since the set was polled */
};
extern struct upcr_tcp upcr_tcp;

/* The address to listen at, without a port. Returns its length, or 0 after writing to err. */
socklen_t upcr_tcp_choose(const struct upcr_conduit_wish *wish, struct sockaddr_storage *address,
                          char *err, size_t errlen);
/* The listener's address and token, as peers read them. */
int upcr_tcp_write_address(void *address, size_t *length, char *err, size_t errlen);
int upcr_tcp_read_address(const void *address, size_t length, struct upcr_tcp_peer *peer);

/* Opens the listener at the address. Returns 0, or -1 after writing why. */
int upcr_tcp_listen(const struct sockaddr_storage *address, socklen_t length, char *err,
                    size_t errlen);
/* Makes the connection to a peer that has none. With the mutex. */
void upcr_tcp_call(struct upcr_tcp_peer *peer);
/* The socket of a call became writable. With the mutex. */
void upcr_tcp_greet(struct upcr_tcp_peer *peer);
void upcr_tcp_welcomed(struct upcr_tcp_peer *peer);
/* Of the listener, and of a guest; in `progress`, without the mutex. */
void upcr_tcp_accept(void);
void upcr_tcp_meet(struct upcr_tcp_guest *guest);
/* A connection ended, for the reason `error` (errno), or 0. Ends the job unless that is over. With
 * the mutex. */
void upcr_tcp_lost(struct upcr_tcp_peer *peer, const char *doing, int error);

/* Replaces BBR as the socket's congestion control (tcp(7)), by what the host permits. BBR paces
 * what is sent by the rate at which earlier bytes arrived. Messages come in bursts between waits,
 * after which it holds back large transfers for milliseconds. */
void upcr_tcp_not_paced(int fd);

/* Adds the source to the set, or changes which events it reports. */
void upcr_tcp_watch(struct upcr_tcp_source *source, bool readable, bool writable, bool is_new);

/* Sends what waits, as far as the socket takes it: true if it took any. With the mutex. */
bool upcr_tcp_flush(struct upcr_tcp_peer *peer);
void upcr_tcp_send(int peer, const void *head, size_t head_bytes, const void *body,
                   size_t body_bytes);
void upcr_tcp_put(int peer, int thread, uint64_t offset, const void *from, size_t n,
                  struct upcr_conduit_transfer *transfer);
void upcr_tcp_write(int peer, int thread, uint64_t offset, const void *from, size_t n,
                    struct upcr_conduit_transfer *transfer);
void upcr_tcp_get(int peer, int thread, uint64_t offset, void *to, size_t n,
                  struct upcr_conduit_transfer *transfer);
/* Sends what has been held back. With the mutex. */
void upcr_tcp_send_held(void);
/* Answers a GET. */
void upcr_tcp_answer(struct upcr_tcp_peer *peer, const char *from, size_t n);
/* Sends the peer the completions of its puts that no other frame has carried. */
void upcr_tcp_send_done(struct upcr_tcp_peer *peer);
void upcr_tcp_free_frames(struct upcr_tcp_peer *peer);

/* The oldest of the queue, taken out. With the mutex. */
struct upcr_tcp_awaited *upcr_tcp_oldest(struct upcr_tcp_queue *queue);

/* Reads what has come, and does it: true if anything has. In `progress`, without the mutex. */
bool upcr_tcp_read(struct upcr_tcp_peer *peer);

/* The number of a peer's process. */
static inline int upcr_tcp_number(const struct upcr_tcp_peer *peer) {
  return (int)(peer - upcr_tcp.peers);
}

/* Bytes after a frame with so many, up to where the next one begins. */
static inline size_t upcr_tcp_padding(size_t bytes) {
  return -(sizeof(struct upcr_tcp_frame) + bytes) % UPCR_TCP_ALIGNED;
}

#endif
