/* SPDX-License-Identifier: Apache-2.0 */
/* Start of the transport between nodes, in each process of a job that has several. */
#ifndef UPCR_NET_FAR_START_H
#define UPCR_NET_FAR_START_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Checks that UPC_NETWORK names a network that a job of `nodes` nodes can have. Returns 0, or -1
 * after writing the name and the choices to err[errlen]. */
int upcr_far_check_network(int nodes, char *err, size_t errlen);

/* In a supervisor, before others or processes are forked: loads what each of them would load. Again
 * in a fork of the caller it costs little. */
void upcr_far_prepare(void);

/* Called in node 0's first process: prints the conduits, providers and interfaces for a job of
 * `nodes` nodes, all on this host or not, the chosen ones, and the reason. */
void upcr_far_show(FILE *out, int nodes, bool one_host);

/* Opens the endpoint of the process that runs the threads [first, first + count), publishes its
 * address in the job's block (mem/control.h), calls `published`, waits until those of all nodes are
 * there, connects, and starts the progress thread. Ends the job with a message if there is no
 * network. Before the process's threads start, after fork. */
void upcr_far_start(int first, int count, void (*published)(void));

#endif
