/* SPDX-License-Identifier: Apache-2.0 */
/* The cost model of the algorithms: LogGP (Alexandrov, Ionescu, Schauser, Scheiman: LogGP:
 * incorporating long messages into the LogP model, SPAA 1995). The functions depend only on their
 * arguments and the parameters (costs.def), so tests can ask for any machine. */
#ifndef UPCR_COLL_COST_H
#define UPCR_COLL_COST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "../../core/barrier.h"
#include "../patterns/places.h"

enum upcr_level { UPCR_WITHIN_REGION, UPCR_BETWEEN_REGIONS, UPCR_BETWEEN_NODES, UPCR_COST_LEVELS };

/* Costs at a level, in nanoseconds: latency of a message, gap between two messages of one thread,
 * gap per byte. */
struct upcr_level_cost {
  double latency, gap, byte;
};

/* The model's parameters: costs.def says what each is, and its unit. */
enum upcr_cost_parameter {
#define COST(name, text, value, unit, what) UPCR_COST_##name,
#include "costs.def"
  UPCR_COST_PARAMETERS
};

/* The parameter's value: measured, of a platform or the default. */
double upcr_cost_parameter(enum upcr_cost_parameter parameter);

/* Call before the job's threads start, so that all choose alike. */
void upcr_cost_parameter_set(enum upcr_cost_parameter parameter, double value);

/* The index of the parameter with a name such as "region.latency", or -1. */
int upcr_cost_parameter_find(const char *name);

/* The simulated machine whose costs these are; 0: the job runs on this machine. */
const struct upcr_platform *upcr_cost_platform(void);

/* Prints the machine and its three levels, if they are a simulated platform's; else nothing. */
void upcr_platform_costs_show(FILE *out);

/* For many threads or nodes, beyond the rules of select.def (cost.c): a latency, a gap and a gap
 * per byte for each level of the machine. */

/* The counts that costs depend on, of the largest node and region. */
struct upcr_cost_machine {
  int threads, nodes;
  int node_threads, regions, region_threads;
  bool in_loop; /* the call is one of a loop, and waits for no barrier (MYSYNC) */
};

/* Of a call with ALLSYNC. */
struct upcr_cost_machine upcr_cost_machine_of(const struct upcr_places *places);

/* The most bytes that ride in a signal to another node. */
double upcr_cost_eager(void);

/* The most bytes of a letter to another node in a job of so many threads. */
double upcr_cost_letter(int threads);

/* Counts of a call: on its critical path, in its busiest thread, and on its busiest link. */
struct upcr_cost {
  double depth[UPCR_COST_LEVELS]; /* messages, one after the other */
  /* messages of one thread, or one link, beyond one a step */
  double given[UPCR_COST_LEVELS], taken[UPCR_COST_LEVELS], answered[UPCR_COST_LEVELS];
  double bytes[UPCR_COST_LEVELS]; /* through one thread, or one node's link */
  double messages;                /* of all threads: line transfers within a node */
  bool overlaps;                  /* levels overlap by fragments: the slowest counts */
  bool flows;     /* data go one way: of calls in a loop, one begins before the last one ends */
  bool by_letter; /* and await no answer */
};

/* Nanoseconds. */
double upcr_cost_ns(const struct upcr_cost *cost);

/* True if the algorithm of this name can serve. */
typedef bool upcr_may_serve(const void *arg, const char *algorithm);

/* The name of the cheapest algorithm of the operation, among those that may serve, for n bytes as
 * select.def counts them; 0: the model knows none. Sets *cost. */
const char *upcr_cost_choose(enum upcr_collective operation,
                             const struct upcr_cost_machine *machine, size_t n,
                             upcr_may_serve *may_serve, const void *arg, struct upcr_cost *cost);

/* For few threads of one node (cost_node.c), where each form of posts, copies and waits counts for
 * itself: a latency and a gap of lines, an overhead of calls, a time a byte by the level of cache
 * that has it, and, where threads share processors, the time of a switch. tune/rules.py makes
 * select.def from it, and upctune measures the algorithms that it cannot decide between. */

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
