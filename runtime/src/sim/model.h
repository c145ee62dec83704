/* SPDX-License-Identifier: Apache-2.0 */
/* Costs of moving data on the simulated machine, in picoseconds. */
#ifndef UPCR_SIM_MODEL_H
#define UPCR_SIM_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "platform.h"

extern struct upcr_platform upcr_platform;

/* After upcr_topo_create. Returns 0, or -1 where memory runs out. */
int upcr_sim_model_create(int threads);

int upcr_sim_node_of(int thread);
int upcr_sim_nodes(void);

/* Cost of a line that one thread wrote and another of the same node reads. */
int64_t upcr_sim_line(int reader, int writer);

/* When a copy of n bytes between threads `to` and `from` of one node, begun at `at` by a thread of
 * it, is done. Takes the bandwidth of the memories from copies that begin later. */
int64_t upcr_sim_copy(int to, int from, size_t n, int64_t at);

/* When `thread` hands the network a message that it begins at `at`: after the overhead, once the
 * endpoint that its process shares is free. */
int64_t upcr_sim_send(int thread, int64_t at);

/* When a node hands the network its answer to a message that came at `at`: after the overhead, or,
 * of a read where the network cannot read by itself, once its processor has answered the reads
 * before. */
int64_t upcr_sim_answer(int node, bool reads, int64_t at);

/* When a message of n bytes between two nodes, handed to the network at `at`, is there. The links
 * of both nodes, and of their groups, are busy meanwhile. Messages from one node to another arrive
 * in the order in which they were sent. */
int64_t upcr_sim_message(int from_node, int to_node, size_t n, int64_t at);

/* When `thread` has received a message that came at `at`: two-sided ones are matched one after the
 * other. `at` where messages are one-sided. */
int64_t upcr_sim_receive(int thread, int64_t at);

/* As upcr_sim_message, of a message of n bytes alone on the network: for the barrier. */
int64_t upcr_sim_latency(int from_node, int to_node, size_t n);

/* How many times as long as elsewhere a thread of this node computes. */
double upcr_sim_slowness(int node);

#endif
