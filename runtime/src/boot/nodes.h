/* SPDX-License-Identifier: Apache-2.0 */
/* The supervisors of a job with several nodes, one a node.
 *
 * Node 0's is the hub: every other one has a connection to it. They bring together what the
 * processes need of each other (addresses of endpoints), tell each other the end of the job, and
 * the others' output goes through the hub, so that it comes in whole lines wherever a process runs.
 */
#ifndef UPCR_BOOT_NODES_H
#define UPCR_BOOT_NODES_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>

#include "ending.h"

/* Connects the supervisors. Where a launcher has not started one on each host it starts those of
 * the other nodes on this one, which return from here too, with upcr_boot.plan.node set. The
 * others' standard output and error lead to the hub. */
void upcr_nodes_start(void);

/* The hub's ends of the others' standard output (which is 0) or error (1): gives the next one, -1:
 * there are no more. They are the caller's. */
int upcr_nodes_take_inlet(int which);

/* The rest is done by supervisors in their loops, and does nothing in a job of one node. */

/* In a forked process of the job: closes what is the supervisor's. */
void upcr_nodes_leave(void);

/* Number of connections, and what to wait for of them. */
int upcr_nodes_links(void);
int upcr_nodes_wait_set(struct pollfd *fds);

/* The node's processes run: the debugger, if there is one, learns of those of all nodes
 * (mpir.h). */
void upcr_nodes_tell_processes(const struct upcr_ending *ending);

/* Takes what came, tells what happened here since the last call: processes that have their
 * addresses, threads that have finished, a beginning end of the job. */
void upcr_nodes_step(struct upcr_ending *ending, int64_t now);

/* The message with which another node ended the job, if this is the hub and it is to be printed;
 * free() it. 0: there is none. */
char *upcr_nodes_take_words(void);

/* Tells the hub, or as the hub all others, what query.c hands over. */
void upcr_nodes_tell(const void *bytes, size_t n);

/* Another node than the hub: asks it for a look at the job, as a signal said. The hub: what was
 * asked, 0: nothing. */
void upcr_nodes_want_look(int signal_number, int quits);
int upcr_nodes_wanted_look(int *quits);

/* When the next step is due though nothing comes, INT64_MAX: never. */
int64_t upcr_nodes_due(void);

/* A signal that the supervisor hands on, for the processes of the other nodes: of the hub. */
void upcr_nodes_signal(int signal_number);

/* A signal that the launcher gave the job, SIGTERM where it is gone, 0: none. */
int upcr_nodes_heard(void);

/* This node's processes are gone. Another supervisor tells it to the hub and leaves; the hub is
 * done when all have left: true then. */
int upcr_nodes_done(struct upcr_ending *ending, int64_t now);

#endif
