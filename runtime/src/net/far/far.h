/* SPDX-License-Identifier: Apache-2.0 */
/* The transport of a job with several nodes: a conduit between nodes, net/smp within.
 *
 *   far_nodes.c     the transport's table: near threads through smp, far ones through the conduit
 *   far_request.c   requests and transfers under way of a UPC thread, and their ends
 *   batch.c         small puts that share messages
 *   message.c       requests, replies and posts: how they are written and served
 *   far_progress.c  the process's progress thread
 *   far_start.c     the process's endpoint, and the addresses of all
 *
 * A process has one endpoint. A UPC thread has UPCR_FAR_DEPTH records; a request or a transfer to
 * another node takes one until it is over, so a target holds at most that many requests of each
 * thread, and every reply has a place. No queue overflows; handlers do not wait, so there is no
 * cycle of waits. Without a free record a thread waits for one, and serves others meanwhile.
 *
 * Messages of a pair of processes arrive and are served in the order in which they were sent, so a
 * thread's get sees its earlier put to the same place. Large transfers are not messages: they start
 * when the thread's puts without a handle are complete. */
#ifndef UPCR_NET_FAR_FAR_H
#define UPCR_NET_FAR_FAR_H

#include "../../base/wait.h"
#include "../../mem/control.h"
#include "../../mem/job.h"
#include "../conduit.h"
#include "../net.h"

enum { UPCR_FAR_DEPTH = 64 };

/* Of this process; set before its threads start, constant from then on. */
struct upcr_far_process {
  const struct upcr_conduit *conduit;
  int process;      /* its number over all nodes */
  int first, count; /* its UPC threads */
};
extern struct upcr_far_process upcr_far_process;

/* The head of a message; its payload follows. */
enum upcr_far_kind {
  UPCR_FAR_REQUEST,
  UPCR_FAR_REPLY,
  UPCR_FAR_POST,
  UPCR_FAR_BATCH,
  UPCR_FAR_WISH /* for prompt answers (far_progress.c) */
};
struct upcr_far_head {
  uint16_t kind, handler;
  uint16_t length; /* bytes of payload */
  uint16_t room;   /* of a request: bytes of payload that the reply may have */
  union {
    uint32_t record; /* of a request, and its reply: number of the sender's record in its process */
    uint64_t more;   /* of a post: its third argument */
  };
  uint64_t arg[2]; /* of a batch: how many messages it has */
};

/* Bytes of the longest payload. */
enum { UPCR_FAR_PAYLOAD = UPCR_CONDUIT_MESSAGE_MAX - sizeof(struct upcr_far_head) };

/* Once a process: records for all of its threads. */
void upcr_far_make_records(void);

/* Handles are counted up, a thread's own, like those of net/smp. */
upcr_net_handle_t upcr_far_new_handle(void);

/* Sends a request to `thread` of another node, as transfer `handle` of the calling thread, or
 * UPCR_NET_PUTS. The reply's payload, at most message->room bytes, goes to `in`. May wait for a
 * free record. */
void upcr_far_send(int thread, const struct upcr_am *message, void *in, upcr_net_handle_t handle);

/* Starts a transfer by the conduit, any n. A put may be one of UPCR_NET_PUTS where the conduit is
 * in order. */
void upcr_far_start_get(void *dst, upcr_pts_t src, size_t n, upcr_net_handle_t handle);
void upcr_far_start_put(upcr_pts_t dst, const void *src, size_t n, upcr_net_handle_t handle);

/* The same, complete once src may be written again; does not settle the barrier that the thread
 * owes. */
void upcr_far_start_write(upcr_pts_t dst, const void *src, size_t n, upcr_net_handle_t handle);

/* True once the transfer, or with UPCR_NET_ALL every transfer of the calling thread, is
 * complete. */
bool upcr_far_is_complete(upcr_net_handle_t handle);
void upcr_far_wait(upcr_net_handle_t handle);
void upcr_far_complete_puts(void);
bool upcr_far_is_idle(void);

/* Counts of the calling thread's messages to other nodes (net.h). */
struct upcr_net_sent upcr_far_sent(void);

/* Wakes the threads of the process that wait for a transfer, after what the conduit completed. */
void upcr_far_wake_waiting(void);

/* The reply to a request of this process has come. */
void upcr_far_take_reply(uint32_t record, const void *payload, size_t length);

/* True if a message without reply is short enough for a batch. */
bool upcr_far_may_gather(const struct upcr_am *message);

/* Sends a post: see am_post of net.h. */
void upcr_far_post(int thread, const struct upcr_am *message);

/* Called by the conduit for each received message. */
upcr_conduit_receive upcr_far_receive;

/* Receives, and completes what is under way; true if there was anything. */
bool upcr_far_poll(void);

/* The same of net/smp and the conduit, for all waits. */
bool upcr_nodes_poll(void);

/* The same for requests from this node alone. */
bool upcr_nodes_poll_node(void);

/* Tells the progress thread that a UPC thread uses the conduit, so that it rests. */
void upcr_far_note_use(void);

/* True while the conduit moves data of a put or get of this process. A hint: implies no memory
 * ordering. */
bool upcr_far_moves_data(void);

/* A peer has waited long for this process: for some time its progress thread answers at once. */
void upcr_far_note_wish(void);

/* Starts the progress thread, once a process. */
void upcr_far_start_progress(void);

/* Call when all threads of the job have finished: there are no more requests, and peers leave. */
void upcr_far_stop(void);

#endif
