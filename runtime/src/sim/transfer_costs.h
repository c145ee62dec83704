/* SPDX-License-Identifier: Apache-2.0 */
/* Costs of moving data on the simulated machine, in picoseconds. */
#ifndef UPCR_SIM_TRANSFER_COSTS_H
#define UPCR_SIM_TRANSFER_COSTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "platform.h"

extern struct upcr_platform upcr_platform;

/* After upcr_topo_create. Returns 0, or -1 where memory runs out. */
int upcr_sim_model_create(int threads);

/* The simulated node of a thread; the number of nodes. */
int upcr_sim_node_of(int thread);
int upcr_sim_nodes(void);

/* Cost of reading a cache line that another thread of the node wrote. */
int64_t upcr_sim_line(int reader, int writer);

/* The time at which a copy of n bytes between threads `to` and `from` of one node ends that begins
 * at `at`. It takes memory bandwidth from copies that begin later. */
int64_t upcr_sim_copy(int to, int from, size_t n, int64_t at);

/* The time at which `thread` hands the network a message that it begins at `at`: after the
 * overhead, once the endpoint of its process is free. */
int64_t upcr_sim_send(int thread, int64_t at);

/* The time at which a node hands the network its answer to a message that arrived at `at`: after
 * the overhead. If processors answer reads (read_overhead), a read waits for the reads before
 * it. */
int64_t upcr_sim_answer(int node, bool reads, int64_t at);

/* The time at which a message of n bytes arrives that one node hands to the network at `at` for
 * another. It occupies the links of both nodes and of their groups. Messages between two nodes
 * arrive in the order in which they were sent. */
int64_t upcr_sim_message(int from_node, int to_node, size_t n, int64_t at);

/* The time at which `thread` has received a message that arrived at `at`. Two-sided messages are
 * matched one at a time; one-sided messages take no time. */
int64_t upcr_sim_receive(int thread, int64_t at);

/* Time of a message of n bytes on an idle network, for the barrier. */
int64_t upcr_sim_latency(int from_node, int to_node, size_t n);

/* The factor by which a node computes slower than the others. */
double upcr_sim_slowness(int node);

#endif
