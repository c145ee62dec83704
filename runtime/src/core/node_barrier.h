/* SPDX-License-Identifier: Apache-2.0 */
/* The barrier between nodes: what follows when all threads of a node have come. Nothing in a job of
 * one node. */
#ifndef UPCR_CORE_NODE_BARRIER_H
#define UPCR_CORE_NODE_BARRIER_H

#include <stdint.h>

#include "token.h"

/* Once a process, before its threads start. */
void upcr_node_barrier_start(void);

/* Once the phase is complete: must threads of different nodes compare what they brought
 * (check/arrivals.h)? */
bool upcr_node_barrier_differs(uint32_t phase);

/* The calling thread has written the value of this phase's broadcast, and arrives next. */
void upcr_node_barrier_give_value(uint32_t phase);

/* By the last thread of the node to come to `phase`, with the tokens of all of them. When all nodes
 * have come it ends in upcr_arrival_release, here or in another thread or process of the node. */
void upcr_node_barrier_arrive(uint32_t phase, struct upcr_tokens tokens);

#endif
