/* SPDX-License-Identifier: Apache-2.0 */
/* A conduit carries messages and memory transfers between processes of different nodes.
 *
 * A process of a job with several nodes opens one endpoint. Peers are processes, numbered over the
 * whole job. Everything above (requests, replies, credits, atomics) is net/far/, for every conduit.
 * A conduit is sockets (tcp), or one existing library (libfabric, UCX), loaded at run time.
 *
 * After `open` and `connect`, which are called once, any thread of the process may call any
 * function at any time. None of them waits for a peer. Only calls of `progress` make progress.
 * Waiting UPC threads call it; while they compute, the process's progress thread does, which sleeps
 * on `descriptors`. */
#ifndef UPCR_NET_CONDUIT_H
#define UPCR_NET_CONDUIT_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
  UPCR_CONDUIT_ADDRESS_MAX = 512, /* bytes of an endpoint's address, keys of its regions included */
  UPCR_CONDUIT_MESSAGE_MAX =
      16384 + 64, /* bytes of a message, the least that every conduit takes: 16 KiB and a head */
  UPCR_CONDUIT_DESCRIPTORS = 2
};

/* Options of a conduit at `open`; a text that the user did not set is 0 or empty. */
struct upcr_conduit_wish {
  const char *provider;  /* UPC_OFI_PROVIDER, or UCX's transports */
  const char *interface; /* UPC_INTERFACE: a network interface or an address of it */
  bool local;            /* all nodes are on this host: prefer the loopback interface */
};

/* A memory transfer under way. `pending` counts the pieces that are not complete yet: raised by put
 * and get before they return, lowered by progress with release once a put is complete at its
 * target, or a get's bytes have arrived. A thread that reads 0 with acquire sees them. The caller
 * must keep the structure and the local memory until then. */
struct upcr_conduit_transfer {
  _Atomic uint32_t pending;
};

/* A segment that peers may access: thread `thread` of this process, bytes [0, bytes) from `base`.
 */
struct upcr_conduit_region {
  int thread;
  void *base;
  size_t bytes;
};

/* Called by `progress` for each received message, in the order in which a peer sent them. May call
 * `send`, but must neither wait nor call progress. The bytes are valid until it returns. */
typedef void upcr_conduit_receive(int peer, const void *message, size_t bytes);

struct upcr_conduit {
  const char *name; /* as in UPC_NETWORK */
  /* Time in ms that a process waits after all threads of the job have finished. Its peers hear of
   * that later and may still be answering its connection: UCX 1.13 aborts a process whose peer
   * leaves meanwhile. */
  int stays;

  /* May be called before the processes of a node are forked: loads the library, so that each
   * process need not search for it and its providers, which takes libfabric up to half a second.
   * Reports no errors; `open` does. */
  void (*prepare)(void);

  /* Loads the library, opens an endpoint and exposes the regions (one for each UPC thread of the
   * process). Writes the endpoint's address, with the keys of its regions, to
   * address[UPCR_CONDUIT_ADDRESS_MAX] and its length to *length. Returns 0, or -1 after writing
   * cause and remedy to err[errlen], with everything undone. */
  int (*open)(const struct upcr_conduit_wish *wish, const struct upcr_conduit_region *regions,
              int count, upcr_conduit_receive *receive, void *address, size_t *length, char *err,
              size_t errlen);
  /* The addresses of all processes of the job, `stride` bytes apart; `own` is this process's number
   * among them. Connections are made when first used. Returns 0, or -1 after writing why. */
  int (*connect)(int peers, int own, const void *addresses, size_t stride, char *err,
                 size_t errlen);
  void (*close)(void);

  /* Text for people: library, version, provider, addresses (upcrun -v). Valid until close. */
  const char *(*describe)(void);

  /* For people (upcrun -show-net), without an endpoint: prints the library with its version, and
   * the providers and interfaces that it offers with what they can do, a line each. True if `open`
   * would find one for the wish, which is marked. */
  bool (*show)(const struct upcr_conduit_wish *wish, FILE *out);

  /* Sends a message of at most UPCR_CONDUIT_MESSAGE_MAX bytes; head and body are sent one after the
   * other as one message and are the caller's again at once. Reliable, and in order for a pair of
   * processes. Never fails: `progress` sends messages that the library does not take at once. The
   * caller bounds the number under way (credits of net/far/). */
  void (*send)(int peer, const void *head, size_t head_bytes, const void *body, size_t body_bytes);

  /* Transfers between private or shared memory of this process and the region of `thread`, which is
   * peer's, from byte `offset` of it. Any n >= 1. */
  void (*put)(int peer, int thread, uint64_t offset, const void *from, size_t n,
              struct upcr_conduit_transfer *transfer);
  void (*get)(int peer, int thread, uint64_t offset, void *to, size_t n,
              struct upcr_conduit_transfer *transfer);

  /* As put, but complete once `from` may be written again. The bytes are at the target before a
   * later message is delivered, and may leave with it. Only if is_in_order. */
  void (*write)(int peer, int thread, uint64_t offset, const void *from, size_t n,
                struct upcr_conduit_transfer *transfer);

  /* True if puts to a peer are carried out in the order in which they were started, and a message
   * is delivered after the bytes of all puts that were started before it. */
  bool (*is_in_order)(void);

  /* Receives, completes, and sends kept messages; true if anything happened. Returns false at once
   * if another thread is in it. */
  bool (*progress)(void);
  /* True while a thread is in it. Implies no memory ordering. */
  bool (*is_taken)(void);

  /* For the progress thread: descriptors, of which one becomes readable when there is work, and
   * their number; 0: poll every millisecond. Call `arm` before sleeping: false if there is work
   * already. */
  int (*descriptors)(int fds[UPCR_CONDUIT_DESCRIPTORS]);
  bool (*arm)(void);
};

/* Called before a failed operation ends the job: true if the failure no longer matters, because all
 * threads of the job have finished and peers are leaving, or because the job is being ended. Waits
 * a few seconds for that news. Set by net/far/. */
extern bool (*upcr_conduit_is_over)(void);

extern const struct upcr_conduit *const upcr_conduit_tcp;
/* Null if the library's headers were missing when libupcr was built. */
extern const struct upcr_conduit *const upcr_conduit_ofi;
extern const struct upcr_conduit *const upcr_conduit_ucx;

/* Settings that a library reads from the environment while it is loaded. They are set for that time
 * only, so programs started by the job do not inherit them. Settings of the user stay. */

enum { UPCR_ENVIRONMENT_MAX = 16 }; /* settings */

struct upcr_environment_setting {
  const char *name, *value;
  bool without_adapter; /* only if the host has no adapter that accesses remote memory */
};

/* Bit i of the result is set if setting i was made; pass it to `reset`. */
unsigned upcr_environment_set(const struct upcr_environment_setting *settings, int count);
void upcr_environment_reset(const struct upcr_environment_setting *settings, unsigned made);

/* Some libraries install signal handlers when they are loaded or opened (libfabric's shm, UCX's
 * backtraces). The handlers of the runtime and the program are restored. A signal that asks the
 * process to end waits until then: handlers of libinfinipath call exit() and deadlock in the
 * library that was interrupted. Save and restore belong to the same thread. */

enum { UPCR_SIGNALS = 32 }; /* all but the real-time ones, which the C library uses for threads */

struct upcr_signals {
  struct sigaction action[UPCR_SIGNALS];
  sigset_t mask;
};

/* Block signals that ask for an end, and note the handlers; restore both. */
void upcr_signals_save(struct upcr_signals *signals);
void upcr_signals_restore(const struct upcr_signals *signals);

#endif
