/* SPDX-License-Identifier: Apache-2.0 */
/* Messages between the supervisors of a job with several nodes (peers.h): the addresses of the
 * processes' endpoints, signals, and the end of the job. */
#ifndef UPCR_BOOT_NODES_H
#define UPCR_BOOT_NODES_H

#include <stddef.h>
#include <stdint.h>

#include "ending.h"

/* The functions below are called in the supervisors' loops, and do nothing in a job of one node. */

/* The node's processes run: the debugger, if there is one, learns of those of all nodes
 * (mpir.h). */
void upcr_nodes_send_processes(const struct upcr_ending *ending);

/* Handles received messages, and sends the events of this node since the last call: addresses are
 * known, threads have finished, the job begins to end. */
void upcr_nodes_step(struct upcr_ending *ending, int64_t now);

/* The message with which another node ended the job, if this is the hub and it is to be printed;
 * free() it. 0: there is none. */
char *upcr_nodes_take_words(void);

/* Sends a message of query.c to the hub, or from the hub to all others. */
void upcr_nodes_send_query(const void *bytes, size_t n);

/* On other nodes than the hub: requests a report on the job from it, after a signal. In the hub:
 * the signal that was asked, 0: nothing. */
void upcr_nodes_request_report(int signal_number, int quits);
int upcr_nodes_requested_report(int *quits);

/* When the next step is due without a message, INT64_MAX: never. */
int64_t upcr_nodes_due(void);

/* In the hub: forwards a signal to the processes of the other nodes. */
void upcr_nodes_signal(int signal_number);

/* The signal that the launcher sent to the job, SIGTERM if the launcher is gone, 0: none. */
int upcr_nodes_heard(void);

/* Called after this node's processes have ended. A supervisor tells the hub and leaves. In the hub:
 * true when all others have left. */
int upcr_nodes_done(struct upcr_ending *ending, int64_t now);

#endif
