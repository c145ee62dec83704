/* SPDX-License-Identifier: Apache-2.0 */
/* The transport table: the functions by which the core moves data between threads whose memory is
 * not mapped.
 *
 * Every address is a pointer-to-shared, so it names its thread. Offsets below UPCR_STATIC_BASE name
 * the segment's header (mem/segment.h). Blocking functions serve other threads' requests while they
 * wait; on return the transfer is performed at the target. Nothing above this table names a
 * transport. */
#ifndef UPCR_NET_NET_H
#define UPCR_NET_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <upcr/upcr.h>

#include "../base/atomics.h"

/* Kinds of memory of a segment, or of the local side of a transfer. */
enum upcr_memory_kind { UPCR_MEMORY_HOST };

enum upcr_net_atomic { UPCR_NET_LOAD, UPCR_NET_ADD, UPCR_NET_SWAP, UPCR_NET_CAS };

/* Operands and result of an atomic: width 4, 8 or 16 bytes; a 16-byte one has no ADD. Values are in
 * the low bytes. */
struct upcr_net_atomic_args {
  enum upcr_net_atomic op;
  unsigned width;
  upcr_ppts_t operand;  /* ADD: addend; SWAP, CAS: new value */
  upcr_ppts_t expected; /* CAS */
  upcr_ppts_t old;      /* out: the value before */
};

/* A transfer under way of the calling thread; 0 is complete. */
typedef uint64_t upcr_net_handle_t;
#define UPCR_NET_ALL (~(upcr_net_handle_t)0)  /* all transfers of the calling thread */
#define UPCR_NET_PUTS (~(upcr_net_handle_t)1) /* those that put_nbi began; for transports alone */

/* Counts of what a thread has sent. */
struct upcr_net_sent {
  uint64_t messages; /* requests, batches of them, and puts and gets of a conduit; replies do not
                        count */
  uint64_t bytes;    /* of payload, in either direction */
};

/* An active message: handlers run in the target's process, in its waits and polls; they neither
 * wait nor send. */
struct upcr_am {
  unsigned handler; /* enum upcr_am_handler */
  uint64_t arg[2];
  uint64_t more; /* of am_post alone: a third one */
  size_t length; /* bytes of payload sent; a handler sets those replied. Undefined after a request:
                    a reply that varies tells its own length */
  size_t room;   /* bytes of payload that the reply may have */
  void *payload; /* at most am_max bytes, unless sender and target share a process; the reply is
                    written here too */
};

enum upcr_am_handler {
  /* net/handlers.c */
  UPCR_AM_GET,
  UPCR_AM_PUT,
  UPCR_AM_MOVE,
  UPCR_AM_SET,
  UPCR_AM_ATOMIC,
  UPCR_AM_PARTS, /* several messages without replies (net/message_parts.h) */
  /* core/ */
  UPCR_AM_BETWEEN,   /* a message of the barrier between nodes */
  UPCR_AM_STATUS,    /* where a thread is in its life */
  UPCR_AM_SYMMETRIC, /* a step of the symmetric heap */
  UPCR_AM_UPDATE,    /* a relaxed update of memory */
  UPCR_AM_PIECES,    /* reads of many short pieces */
  UPCR_AM_CLOCK,     /* the time on node 0 */
  UPCR_AM_ANNOUNCE,  /* data and a word that announces them */
  /* tasks/ */
  UPCR_AM_TASK_PUT,  /* a task for a thread */
  UPCR_AM_TASK_POST, /* the same by a credit, without a reply */
  UPCR_AM_TASK_TAKE, /* tasks of a thread */
  UPCR_AM_TASK_END,  /* of a task, told to its starter */
  /* bupc/ */
  UPCR_AM_SIGNAL, /* a post of a semaphore */
  /* check/ */
  UPCR_AM_BLOCK,   /* a step of the records of a heap's blocks */
  UPCR_AM_ARRIVAL, /* what a thread brought to a barrier */
  UPCR_AM_CALL,    /* where a thread called a collective */
  UPCR_AM_WARNED,  /* whether the job was warned of something */
  UPCR_AM_HANDLERS
};

/* Runs a request in place: the payload is replaced by the reply's. May run in several threads of a
 * process at once. */
typedef void upcr_am_function(struct upcr_am *message);

struct upcr_net {
  const char *name;
  size_t am_max; /* payload bytes of one active message */

  /* Once per UPC thread, before and after all other calls of that thread. */
  void (*start)(int thread);
  void (*stop)(int thread);
  /* Makes [base, base + bytes) the segment of the calling thread. */
  void (*attach)(int thread, void *base, size_t bytes, enum upcr_memory_kind kind);

  void (*get)(void *dst, upcr_pts_t src, size_t n, enum upcr_memory_kind dst_kind);
  void (*put)(upcr_pts_t dst, const void *src, size_t n, enum upcr_memory_kind src_kind);

  /* A put without handle: on return src may be changed; the thread's later accesses to memory of
   * dst's thread are executed after it. complete_puts waits until all of the thread's are performed
   * at their targets. While there may be some, the transport keeps its bit in
   * upcr_now.far_relaxed. */
  void (*put_nbi)(upcr_pts_t dst, const void *src, size_t n, enum upcr_memory_kind src_kind);
  /* The same with any handler, whose reply has no payload. */
  void (*am_nbi)(int thread, struct upcr_am *message);
  void (*complete_puts)(void);
  /* The same for a put of n > am_max bytes with a message behind it, whose handler finds the bytes:
   * src stays the transport's until the handler has run, or complete_puts has returned. 0: the
   * transport has no other nodes. */
  void (*put_then)(upcr_pts_t dst, const void *src, size_t n, struct upcr_am *message);
  /* Starts a put of bytes for a message behind it, sent by am_post, whose handler finds the bytes.
   * src is the transport's until the transfer is complete. n >= 1; only if puts_are_in_order. Does
   * not settle the barrier that the thread owes. 0: the transport has no other nodes. */
  upcr_net_handle_t (*put_ahead_nb)(upcr_pts_t dst, const void *src, size_t n);
  bool (*puts_are_in_order)(void);
  /* Sends the updates that am_nbi held back while upcr_now.holding was not 0. 0: it holds none. */
  void (*release)(void);

  /* Non-blocking: dst or src belong to the transport until test (true once complete) or wait.
   * Starting one waits while as many requests are under way as the thread may have. */
  upcr_net_handle_t (*get_nb)(void *dst, upcr_pts_t src, size_t n, enum upcr_memory_kind dst_kind);
  upcr_net_handle_t (*put_nb)(upcr_pts_t dst, const void *src, size_t n,
                              enum upcr_memory_kind src_kind);
  upcr_net_handle_t (*set_nb)(upcr_pts_t dst, int byte, size_t n);
  /* Both on one thread; they may overlap. */
  upcr_net_handle_t (*move_nb)(upcr_pts_t dst, upcr_pts_t src, size_t n);
  /* Between different threads. The bytes pass through the caller, which forwards arrived bytes
   * whenever it tests its transfers. */
  upcr_net_handle_t (*relay_nb)(upcr_pts_t dst, upcr_pts_t src, size_t n);
  bool (*test)(upcr_net_handle_t handle);
  void (*wait)(upcr_net_handle_t handle);

  /* Runs a handler at `thread` and waits for its reply: at most room bytes, in payload. */
  void (*am_request)(int thread, struct upcr_am *message);
  /* The same without a reply and without waiting, for a thread of another node; handlers may call
   * it, and find a payload at any address. The caller bounds how many are under way. 0: the
   * transport has no other nodes. */
  void (*am_post)(int thread, const struct upcr_am *message);
  /* Serves received requests; true if there was one. */
  bool (*poll)(void);
  /* The same for requests from this node alone: a few instructions if there is none. 0: requests
   * are not served by polls. */
  bool (*poll_node)(void);
  /* Completes all transfers of the calling thread at their targets. */
  void (*flush)(void);
  /* Counts of what the calling thread has sent since its start, except by am_post. */
  struct upcr_net_sent (*sent)(void);
  /* Wakes `thread` from a wait after this process changed its condition in mapped memory; changes
   * made through the transport wake their target by themselves. The second form follows a full
   * fence, or a sequentially consistent read-modify-write, that published the change; the first is
   * a full fence itself. Does nothing for a thread of another node. */
  void (*wake)(int thread);
  void (*wake_published)(int thread);
};

/* One node: shared memory. */
extern const struct upcr_net upcr_net_smp;
/* Several nodes: a conduit between them, shared memory within (net/far/). */
extern const struct upcr_net upcr_net_nodes;

/* The transport of this job. */
extern const struct upcr_net *upcr_net;

/* The calling thread has left a collective that others may still be in (core/barrier.h). A
 * transport settles that before it accesses memory of another node. */
extern UPCR_PER_THREAD bool upcr_owes_barrier;
void upcr_barrier_settle(void); /* core/barrier.c */
static inline void upcr_settle_barrier(void) {
  if (__builtin_expect(upcr_owes_barrier, 0))
    upcr_barrier_settle();
}

/* The far cache has stores that no request has carried (core/far_cache.h). A transport
 * sends them before any other request of the thread. */
void upcr_stores_send(void); /* core/far_cache_stores.c */
static inline void upcr_settle_stores(void) {
  if (__builtin_expect(upcr_now.far_relaxed & UPCR_CACHED_STORES, 0))
    upcr_stores_send();
}

/* The handlers of active messages, for every transport. The layer that owns one sets it before the
 * process's threads start. */
extern upcr_am_function *upcr_am_table[UPCR_AM_HANDLERS];

/* Atomics on memory that is mapped here; shared by the handlers of active messages and the core's
 * hits. */

/* Executes an atomic where its target is, by a request to the target's thread. Fills args->old. */
void upcr_atomic_there(upcr_pts_t target, struct upcr_net_atomic_args *args);

/* Sequentially consistent; `at` is aligned to the width. Fills args->old. */
void upcr_atomic_here(void *at, struct upcr_net_atomic_args *args);

#endif
