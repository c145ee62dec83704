/* SPDX-License-Identifier: Apache-2.0 */
/* The cost model (cost.h) for few threads of one node, where each form of posts, copies and waits
 * counts for itself: LogGP with a latency and a gap of lines, an overhead of calls, a time a byte
 * by the level of cache that has it, and, where threads share processors, the time of a switch.
 * select.def is made from it (tune/rules.py), and upctune measures what it leaves open. Functions
 * of their arguments and of the parameters (cost.h). */
#ifndef UPCR_COLL_COST_NODE_H
#define UPCR_COLL_COST_NODE_H

#include "../core/barrier.h"

enum upcr_sync_class { UPCR_CLASS_STRONG, UPCR_CLASS_LOOSE, UPCR_CLASS_FREE };

/* Threads of one node, processors they run on: both at least 1. */
struct upcr_node_shape {
  int threads, processors;
};

/* Nanoseconds of a round of calls one after the other: the threads that own sources write them,
 * the operation of n bytes (counted as in select.def) goes by this algorithm, those that own
 * results read them. With UPCR_CLASS_FREE the call alone. A negative number: the model does not
 * describe the algorithm in this class. */
double upcr_node_cost(enum upcr_collective operation, const char *algorithm,
                      enum upcr_sync_class class, struct upcr_node_shape shape, double n);

#endif
