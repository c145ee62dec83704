/* SPDX-License-Identifier: Apache-2.0 */
/* Gather to all over the levels of the machine: the leader of each region collects its threads'
 * blocks, that of each node those of its regions, leaders of nodes concatenate whole nodes' blocks,
 * and everything goes down the same way. So one thread a node uses the links between nodes, and
 * each block comes to a node once. Nodes and regions may have different numbers of threads.
 *
 * Every copy is a read. A signal up says that the blocks of the branch can be read, one down that
 * all can. */
#include "../register.h"
#include "../copies.h"
#include "../patterns/places.h"
#include "../patterns/schedule.h"
#include "../topology.h"

struct levels {
  const struct upcr_call *call;
  const struct upcr_places *places;
  int region, region_leader, node, node_leader; /* the caller's */
};

static int leader_of_region(const struct levels *l, int region) {
  return l->places->member[l->places->region[region]];
}
static int leader_of_node(const struct levels *l, int node) {
  return leader_of_region(l, l->places->node[node]);
}

static struct levels levels_of(const struct upcr_call *call) {
  struct levels l = {.call = call, .places = upcr_topology()};
  l.region = l.places->region_of[upcr_self.mythread];
  l.node = l.places->node_of[upcr_self.mythread];
  l.region_leader = leader_of_region(&l, l.region);
  l.node_leader = leader_of_node(&l, l.node);
  return l;
}

/* Reads `count` blocks, thread `first`'s and those after it, from a thread's destination. */
static void read_row(const struct levels *l, int from, int first, int count) {
  size_t at = (size_t)first * l->call->nbytes;
  upcr_move(upcr_part(l->call->dst, upcr_self.mythread, at), upcr_part(l->call->dst, from, at),
            (size_t)count * l->call->nbytes);
}

/* The blocks of the threads of regions [region, end). */
static void read_regions(const struct levels *l, int from, int region, int end) {
  int last = l->places->region[end];
  for (int at = l->places->region[region], count; at < last; at += count) {
    count = upcr_members_in_row(l->places, at, last);
    read_row(l, from, l->places->member[at], count);
  }
}

static void read_all(const struct levels *l, int from) { read_row(l, from, 0, upcr_self.threads); }

/* Calls step for the caller's region's other threads, then, where it leads its node, for the
 * leaders of the node's other regions. */
static void for_each_below(const struct levels *l,
                           void (*step)(const struct levels *l, int below, int region)) {
  const struct upcr_places *p = l->places;
  for (int at = p->region[l->region] + 1; at < p->region[l->region + 1]; at++)
    step(l, p->member[at], -1);
  if (upcr_self.mythread != l->node_leader)
    return;
  for (int region = p->node[l->node] + 1; region < p->node[l->node + 1]; region++)
    step(l, leader_of_region(l, region), region);
}

/* Of a region that `below` leads, or its own block (-1). */
static void collect(const struct levels *l, int below, int region) {
  upcr_wait_signal(l->call, below);
  if (region >= 0)
    read_regions(l, below, region, region + 1);
  else
    upcr_move(upcr_part(l->call->dst, upcr_self.mythread, (size_t)below * l->call->nbytes),
              upcr_part(l->call->src, below, 0), l->call->nbytes);
}

static void announce(const struct levels *l, int below, int region) {
  (void)region;
  upcr_signal(l->call, below);
}

static void await_readers(const struct levels *l, int below, int region) {
  (void)region;
  upcr_await_report(l->call, below);
}

/* Leaders of nodes, which have their own nodes' blocks, get all by concatenation (bruck.c): in step
 * i a leader has the blocks of the min(2^i, nodes) nodes from its own on, and reads those that
 * follow from the node 2^i after it. */
static void concatenate(const struct levels *l) {
  int nodes = l->places->nodes, steps = upcr_ceil_log(nodes, 2);
  for (int step = 0; step < steps; step++) {
    int from = upcr_dissemination_to(l->node, nodes, step), count = upcr_bruck_blocks(nodes, step);
    int before_end = count < nodes - from ? count : nodes - from, leader = leader_of_node(l, from);
    upcr_signal(l->call, leader_of_node(l, upcr_dissemination_from(l->node, nodes, step)));
    upcr_wait_signal(l->call, leader);
    read_regions(l, leader, l->places->node[from], l->places->node[from + before_end]);
    read_regions(l, leader, 0, l->places->node[count - before_end]);
  }
}

static void end_concatenation(const struct levels *l) {
  int nodes = l->places->nodes, steps = upcr_ceil_log(nodes, 2);
  for (int step = 0; step < steps; step++)
    upcr_report(l->call, leader_of_node(l, upcr_dissemination_to(l->node, nodes, step)));
  for (int step = 0; step < steps; step++)
    upcr_await_report(l->call, leader_of_node(l, upcr_dissemination_from(l->node, nodes, step)));
}

/* Gives what the caller has to the leader above, and gets all from it. */
static void meet_leader(const struct levels *l, int leader) {
  upcr_signal(l->call, leader);
  upcr_wait_signal(l->call, leader);
  read_all(l, leader);
  upcr_report(l->call, leader);
}

static void lead(const struct levels *l) {
  int me = upcr_self.mythread;
  upcr_move(upcr_part(l->call->dst, me, (size_t)me * l->call->nbytes),
            upcr_part(l->call->src, me, 0), l->call->nbytes);
  for_each_below(l, collect);
  if (me == l->node_leader)
    concatenate(l);
  else
    meet_leader(l, l->node_leader);
  for_each_below(l, announce);
  if (me == l->node_leader)
    end_concatenation(l);
  for_each_below(l, await_readers);
}

void upcr_gather_all_leaders(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct levels l = levels_of(call);
  (void)algorithm;
  if (upcr_self.mythread == l.region_leader)
    lead(&l);
  else
    meet_leader(&l, l.region_leader);
}
