/* SPDX-License-Identifier: Apache-2.0 */
/* The barrier between nodes, after all threads of a node have arrived. Not used in a job of one
 * node. */
#ifndef UPCR_CORE_NODE_BARRIER_H
#define UPCR_CORE_NODE_BARRIER_H

#include <stdbool.h>
#include <stdint.h>

#include "barrier_token.h"

/* Once a process, before its threads start. */
void upcr_node_barrier_start(void);

/* After the phase is complete: true if threads of different nodes must compare their arrivals
 * (check/arrivals.h). */
bool upcr_node_barrier_differs(uint32_t phase);

/* Call after writing the value of this phase's broadcast, before arriving. */
void upcr_node_barrier_give_value(uint32_t phase);

/* By the last thread of the node to arrive at `phase`, with the tokens of all its threads. When all
 * nodes have arrived, this call or one by another thread or process of the node calls
 * upcr_arrival_release. */
void upcr_node_barrier_arrive(uint32_t phase, struct upcr_tokens tokens);

/* True if the node has arrived. Acquires what its threads did before they arrived. */
bool upcr_node_barrier_reached(uint32_t phase);

#endif
