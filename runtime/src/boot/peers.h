/* SPDX-License-Identifier: Apache-2.0 */
/* The connections between the supervisors of a job with several nodes, one supervisor a node.
 *
 * Node 0's is the hub: every other one has a connection to it, and sends its output there.
 * nodes.h says what they tell each other. */
#ifndef UPCR_BOOT_PEERS_H
#define UPCR_BOOT_PEERS_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>

#include "boot.h"
#include "link.h"

/* A supervisor at the other end of a connection, and its messages (nodes.c). */
struct upcr_peer {
  struct upcr_link link;
  int node;
  int addresses, finished, done;
  struct upcr_node_processes *processes;
  void *end_record; /* of when its threads had ended (check/arrivals.h), */
  size_t end_bytes; /* and how long it is */
  int64_t heard_at; /* when its last message came, 0: none has yet */
};

/* The hub has a peer for each other node, peer[i] for node i + 1; another supervisor one, the
 * hub. None in a job of one node. */
extern struct upcr_peers {
  struct upcr_peer *peer;
  int count;
} upcr_peers;

/* True in the supervisor of node 0. */
static inline int upcr_is_hub(void) { return upcr_boot.layout.node == 0; }

/* Connects the supervisors. Unless a launcher has started one on each host it starts those of the
 * other nodes on this one, which return from here too, with upcr_boot.layout.node set. The others'
 * standard output and error lead to the hub. */
void upcr_peers_connect(void);

/* The hub's ends of the others' standard output (which is 0) or error (1): gives the next one, -1:
 * there are no more. They are the caller's. */
int upcr_peers_take_inlet(int which);

/* In a forked process of the job: closes what is the supervisor's. */
void upcr_peers_leave(void);

/* Number of connections, a launcher's included; descriptors to wait for. */
int upcr_peers_links(void);
int upcr_peers_wait_set(struct pollfd *fds);

/* Sends a message to every peer. */
void upcr_peers_send_all(uint32_t kind, const void *bytes, size_t n);

#endif
